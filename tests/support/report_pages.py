"""Pages made of records, for the tests that open them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from verifier.commands.options.judging import ReportOptions
from verifier.commands.pages.report import run
from verifier.records.record import line

HOSTILE = "</script><script>window.ran = 1</script><img src=x onerror='window.ran = 1'>\u2028\u202e<!--"


def made(folder: Path, *rows: Any, **more: Any) -> tuple[int, Path]:
    """Return the exit status of a report on these rows (text as it is), and the page."""
    source = folder / "records.jsonl"
    source.write_text("".join((row if isinstance(row, str) else line(row)) + "\n" for row in rows), "utf-8")
    out = folder / "report.html"
    return run(ReportOptions(records=(str(source),), out=out, **{"typeset": "off", **more})), out


def spoilt(stored: dict[str, Any], place: str, value: Any) -> dict[str, Any]:
    """Return the record with another value at ``place``, such as ``steps.0.index``."""
    *path, last = [int(key) if key.isdigit() else key for key in place.split(".")]
    data = copy.deepcopy(stored)
    at: Any = data
    for key in path:
        at = at[key]
    at[last] = value
    return data


@contextmanager
def watched(browser: Any, **options: Any) -> Iterator[Callable[[Path], Any]]:
    """Give what opens a page; at the end nothing may have been complained of, or asked for."""
    said: list[str] = []
    context = browser.new_context(viewport={"width": 1200, "height": 800}, offline=True, **options)

    def opened(out: Path) -> Any:
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda asked: None if asked.url[:5] in ("file:", "data:") else said.append(asked.url))
        page.goto(out.as_uri())
        page.wait_for_selector("html[data-ready]")
        return page

    yield opened
    context.close()
    assert said == []
