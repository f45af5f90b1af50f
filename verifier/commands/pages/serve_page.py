"""What ``verifier serve --page`` serves besides: the page to paste into, with mathematics typeset where that can be."""

from __future__ import annotations

from verifier.commands.options.serving import ServeOptions
from verifier.commands.pages.report_page import typesetting
from verifier.report.html.paste import Pasting


def pasting(options: ServeOptions) -> Pasting | None:
    """Return what makes the pages, None where none is wanted. KaTeX is fetched now, where it is not here yet."""
    return Pasting(typesetting("auto")) if options.page else None
