"""Bodies of requests as JSON, whatever type they are sent as. A key that occurs twice is refused, since readers differ
about which one counts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute
from starlette.types import Scope

from verifier.intake.bad import once
from verifier.serving.access import JSON, refuse_foreign


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
    """A route that reads its body so. What is not sent as JSON, as by ``curl -d``, must come from no other site."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        handle = super().get_route_handler()

        async def answered(request: Request) -> Response:
            return await handle(JsonRequest(_as_json(request), request.receive))

        return answered


def _as_json(request: Request) -> Scope:
    """The request's scope, as of JSON. Raises: HTTPException 403 where another site sends what is not sent as JSON."""
    sent = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if request.method not in ("POST", "PUT", "PATCH") or sent == JSON or sent.endswith("+json"):
        return request.scope
    refuse_foreign(request)
    others = [pair for pair in request.scope["headers"] if pair[0] != b"content-type"]
    return {**request.scope, "headers": [*others, (b"content-type", JSON.encode())]}
