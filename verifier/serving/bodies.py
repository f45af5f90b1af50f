"""Bodies of requests as JSON: a key that occurs twice is refused, since readers differ about which one counts."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute

from verifier.intake.bad import once


class JsonRequest(Request):
    """A request whose JSON has each key once."""

    async def json(self) -> Any:
        """Return the value of the body. Raises: HTTPException 422 where a key occurs twice; ValueError on no JSON."""
        try:
            return json.loads(await self.body(), object_pairs_hook=once)
        except (json.JSONDecodeError, UnicodeDecodeError):
            raise
        except ValueError as error:
            raise HTTPException(422, f"expected JSON that can be read ({str(error).partition(';')[0]})") from error


class JsonRoute(APIRoute):
    """A route that reads its body so."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        handle = super().get_route_handler()

        async def answered(request: Request) -> Response:
            return await handle(JsonRequest(request.scope, request.receive))

        return answered
