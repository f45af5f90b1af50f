"""One HTML file from sheets: styles, scripts and data inside, and a policy that lets nothing else run or load."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from verifier.records.views.notebook_html import style
from verifier.records.views.record_view import Sheet


def page(
    overview: Mapping[str, Any], sheets: Sequence[Sheet], katex: tuple[str, str] | None, *, alone: bool = False
) -> Iterator[str]:
    """Yield the parts of the page. ``katex``: its script and style, where mathematics is to be typeset. ``alone``: the
    first chain without the list and the figures, for a frame.

    Nothing of a record stands in the markup: all of it is JSON without ``<``, in blocks that no browser runs.
    """
    home = files("verifier.report.html")
    template, own, script = (
        home.joinpath(f"page.{kind}").read_text(encoding="utf-8") for kind in ("html", "css", "js")
    )
    styles = [style(), own, *([katex[1]] if katex else [])]
    scripts = [*([katex[0]] if katex else []), script]
    values: dict[str, Iterator[str]] = {
        "POLICY": iter([policy(scripts, styles)]),
        "LOOK": iter(["alone" if alone else "many"]),
        "TITLE": iter(["Which steps hold?"]),
        "STYLES": (f"<style>{one}</style>\n" for one in styles),
        "OVERVIEW": iter([embedded(overview)]),
        "CHAINS": (f"\n{embedded(one)}" for one in sheets),
        "SCRIPTS": (f"<script>{one}</script>\n" for one in scripts),
    }
    plain, *parts = template.split("@")  # the names stand between: text, name, text, name, ...
    yield plain
    for number, part in enumerate(parts):
        yield from [part] if number % 2 else values[part]


def embedded(value: Any) -> str:
    """Return ``value`` as JSON that can stand inside a script element: ASCII, without ``<``, ``>`` and ``&``.

    Raises: ValueError, TypeError on what is no JSON value.
    """
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def policy(scripts: Sequence[str], styles: Sequence[str], more: Mapping[str, str] | None = None) -> str:
    """Return the Content-Security-Policy (Level 3) that lets these scripts and styles, and ``more``, work alone."""
    said = {
        "default-src": "'none'",
        "script-src": " ".join(map(_hash, scripts)),
        "style-src": " ".join(map(_hash, styles)),
        "font-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
        **(more or {}),
    }
    return "; ".join(f"{name} {value}" for name, value in said.items())


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
