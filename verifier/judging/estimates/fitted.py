"""Files in a model's folder that were fitted for one model and one fusion, and count for no other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from verifier.outputs import write_text


def in_folder(model: object, name: str) -> Path | None:
    """Return a file of a model's folder, None where the model has no folder, or that no such file."""
    folder = getattr(model, "folder", None)
    place = folder / name if isinstance(folder, Path) else None
    return place if place is not None and place.is_file() else None


def write_fitted(place: Path, what: str, fitted: object, model: str, fusion: str) -> None:
    """Write what was fitted, as JSON under the name ``what``, with the model and the digest of its fusion.

    Raises: OSError."""
    write_text(place, json.dumps({"model": model, "fusion": fusion, what: fitted}, indent=1) + "\n")


def fitted_for(model: object, file: str, what: str, name: str, fusion: str) -> tuple[Any] | None:
    """Return what a file of a model's folder holds under the name ``what``, in a tuple; None where there is none, or it
    was fitted for another model or fusion. Raises: OSError, ValueError on a damaged file."""
    place = in_folder(model, file)
    data = None if place is None else json.loads(place.read_text(encoding="utf-8"))
    if not isinstance(data, dict) or (data.get("model"), data.get("fusion")) != (name, fusion):
        return None
    return (data.get(what),)
