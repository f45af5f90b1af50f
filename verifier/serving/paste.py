"""The page to paste into, over HTTP: for this machine alone, and for its own form alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Protocol
from urllib.parse import parse_qs

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse

from verifier.intake.splitting.split import split
from verifier.serving.access import refuse_foreign
from verifier.serving.request_queue import Told

FIELDS: Final = 4
"""Most fields of a form that are read."""

HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "frame-ancestors 'self'",
    "Cross-Origin-Resource-Policy": "same-origin",
}

Judged = Callable[[dict[str, Any], str], Awaitable[Told]]
"""Judges what a caller asks."""


class Pages(Protocol):
    """Makes the pages that are shown."""

    def form(self) -> str:
        """Return the page with the form."""
        ...

    def judged(self, record: Mapping[str, Any]) -> str:
        """Return a judged chain as a page. Raises: ValueError."""
        ...

    def told(self, message: str) -> str:
        """Return a page that says why there is none."""
        ...


def add_pages(app: FastAPI, pages: Pages, judged: Judged) -> None:
    """Add the page and what its form is sent to."""

    @app.get("/", include_in_schema=False)
    async def form(request: Request) -> Response:
        return HTMLResponse(pages.form(), headers=HEADERS)

    @app.post("/page/judged", include_in_schema=False)
    async def shown(request: Request) -> Response:
        refuse_foreign(request)
        try:
            given = parse_qs((await request.body()).decode("utf-8"), keep_blank_values=True, max_num_fields=FIELDS)
        except ValueError:  # an encoding that is none, or too many fields
            return _page(pages.told("expected the fields problem and solution of the form"), 422)
        problem, solution = (given.get(name, [""])[0].replace("\r\n", "\n") for name in ("problem", "solution"))
        if not (steps := await asyncio.to_thread(split, solution)):
            return _page(pages.told("There is no solution to judge: paste one, a step a paragraph."), 422)
        told = await judged(
            {"problem": problem.strip(), "steps": steps}, request.client.host if request.client else "?"
        )
        if told.record is None:
            return _page(pages.told(f"This was not judged: {told.error}."), told.status)
        return _page(pages.judged(told.record), 200)


def _page(text: str, status: int) -> Response:
    return HTMLResponse(text.encode("utf-8", "backslashreplace"), status, HEADERS)
