"""The page to paste into: a form, and in a frame beneath it what becomes of what was pasted, with the report's view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Any, Final

from verifier.records.views.notebook_html import style
from verifier.records.views.record_view import sheet
from verifier.report.html.overview import overview
from verifier.report.html.page import page, policy
from verifier.report.terminal_text import safe

FRAMED: Final = {"form-action": "'self'", "frame-src": "'self'"}
"""What the form may do besides: send itself, and show the answer."""


@dataclass(frozen=True, slots=True)
class Pasting:
    """Makes the pages. ``katex``: its script and style, where mathematics is to be typeset."""

    katex: tuple[str, str] | None = None

    def form(self) -> str:
        """Return the page with the form."""
        styles, script = [style(), _file("paste.css")], _file("paste.js")
        return (
            _file("paste.html")
            .replace("@POLICY@", policy([script], styles, FRAMED))
            .replace("@STYLES@", "".join(f"<style>{one}</style>" for one in styles))
            .replace("@SCRIPTS@", f"<script>{script}</script>")
        )

    def judged(self, record: Mapping[str, Any]) -> str:
        """Return a chain as the report shows it. Raises: BadInput on what is no record of a judged chain."""
        shown = sheet(dict(record))
        return "".join(page(overview([shown], "", False, 0), [shown], self.katex, alone=True))

    def told(self, message: str) -> str:
        """Return a page that says why there is no picture."""
        styles = [style(), _file("paste.css")]
        return (
            f'<!doctype html>\n<html lang="en" class="vf"><head><meta charset="utf-8">'
            f'<meta http-equiv="Content-Security-Policy" content="{policy([], styles)}"><title>Not judged</title>'
            f"{''.join(f'<style>{one}</style>' for one in styles)}</head>"
            f'<body><p class="told">{escape(safe(message))}</p></body></html>\n'
        )


def _file(name: str) -> str:
    return files("verifier.report.html").joinpath(name).read_text(encoding="utf-8")
