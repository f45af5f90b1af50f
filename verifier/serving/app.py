"""The service as an ASGI application: judge, judge many, prove, reward, health, metrics."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from fastapi import Depends, FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from pydantic import BaseModel, ConfigDict, Field
from starlette.types import Scope

from verifier.chain import Chain
from verifier.intake.bad import Bad, once
from verifier.intake.chains import of_value
from verifier.readers.model.live import Heard
from verifier.serving.access import JSON, Deadline, Doors, Names, SizeLimit, refuse_foreign
from verifier.serving.paste import Pages, add_pages
from verifier.serving.request_queue import Desk, Told, Work
from verifier.serving.rewards.judging import Rewarding
from verifier.serving.rewards.routes import add_rewards
from verifier.serving.translating import Translating
from verifier.version import VERSION


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


RETRY = {"Retry-After": "1"}
FULL = "too many items wait already"
UNTRANSLATED = "Verifier-Untranslated"
"""The header that says why a chain has fewer translations than were wanted."""


@dataclass(frozen=True, slots=True)
class Limits:
    """``body``: bytes of a request; ``items``: of a batch; ``rate``: items for each caller; ``keys``: of callers;
    ``host``: what is listened at."""

    body: int = 8 << 20
    items: int = 1000
    rate: str = "6000/minute"
    host: str = "127.0.0.1"
    keys: tuple[str, ...] = field(default=(), repr=False)


class ChainIn(BaseModel):
    """A chain to judge. A row of any other format that ``verifier check`` reads may stand in its place."""

    problem: str
    steps: list[str] = Field(min_length=1)
    id: str | None = None
    answer: str | None = None
    model_config = ConfigDict(
        json_schema_extra={"example": {"problem": "What is 6 * 7 + 1?", "steps": ["6 * 7 = 42", "42 + 1 = 43"]}}
    )


class ManyIn(BaseModel):
    """Chains to judge; one that is none, or for which there is no room, costs no other."""

    chains: list[Any]
    model_config = ConfigDict(
        json_schema_extra={"example": {"chains": [{"problem": "What is 6 * 7?", "steps": ["6 * 7 = 42"]}]}}
    )


class ClaimIn(BaseModel):
    """A statement to prove or to refute, given a text that is taken as the problem."""

    statement: str
    given: str = ""
    model_config = ConfigDict(json_schema_extra={"example": {"statement": "Expand: (x + 1)^2 = x^2 + 2*x + 1"}})


class Ascii(JSONResponse):
    """JSON in ASCII: whatever texts hold, lone surrogates too, it can be sent."""

    def render(self, content: Any) -> bytes:
        """Return the bytes of JSON values, in ASCII. Raises: ValueError on what is no number."""
        return json.dumps(content, ensure_ascii=True, allow_nan=False).encode()


class Metrics:
    """What Prometheus is told."""

    def __init__(self, desk: Desk) -> None:
        self.registry = CollectorRegistry()
        self.items = Counter("verifier_items", "Items by what became of them", ["status"], registry=self.registry)
        self.seconds = Histogram("verifier_item_seconds", "From request to answer", registry=self.registry)
        self.alarms = Counter("verifier_alarms", "Claims both proved and refuted: report this", registry=self.registry)
        said = "Items with fewer translations than were wanted"
        self.untranslated = Counter("verifier_untranslated", said, registry=self.registry)
        self.http = Counter("verifier_requests", "Requests by status", ["path", "status"], registry=self.registry)
        told = {"waiting": lambda: desk.waiting, "workers_up": lambda: desk.ready, "workers_lost": lambda: desk.lost}
        for name, value in told.items():
            Gauge(f"verifier_{name}", name.replace("_", " "), registry=self.registry).set_function(value)


def application(work: Work, limits: Limits, pages: Pages | None = None) -> FastAPI:
    """Return the application; its workers start and end with it. ``pages`` makes the page to paste into, where that is
    wanted. Raises: ValueError on a rate that is none."""
    desk, doors = Desk(work), Doors(limits.keys, limits.rate)
    translating = Translating(work.translations, work.item_seconds)
    metrics = Metrics(desk)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        desk.start()
        yield
        await asyncio.to_thread(desk.close)
        await asyncio.to_thread(translating.close)

    app = FastAPI(
        title="verifier",
        version=VERSION,
        description="Which steps of a chain of reasoning hold?",
        lifespan=lifespan,
        default_response_class=Ascii,
    )
    app.router.route_class = JsonRoute
    app.add_middleware(SizeLimit, limit=limits.body)
    app.add_middleware(Names, bound=limits.host, doors=doors)
    app.add_middleware(Deadline)  # the last one is asked first
    service = _Service(desk, doors, metrics, limits, translating)
    _routes(app, service)
    add_rewards(app, service.rewarded, doors.caller, limits.items)
    if pages is not None:
        add_pages(app, pages, service.told)
    return app


@dataclass(frozen=True, slots=True)
class _Service:
    desk: Desk
    doors: Doors
    metrics: Metrics
    limits: Limits
    translating: Translating

    async def told(self, data: Any, caller: str, *, exactly: bool = False) -> Told:
        """Return what becomes of one item: judged, or refused by itself."""
        return (await self.all_told([data], caller, exactly=exactly))[0]

    async def all_told(self, items: Sequence[Any], caller: str, *, exactly: bool = False) -> list[Told]:
        """Return what becomes of each item; those that are let in are translated together."""
        started = time.monotonic()
        read = await asyncio.to_thread(lambda: list(map(_chain_of, items)))  # others are served while texts are split
        doors = [self._let_in(one, caller) for one in read]
        chains = [one for one in doors if isinstance(one, Chain)]
        heard = iter([Heard()] * len(chains) if exactly else await self.translating(chains))
        told = (
            self._counted(started, one if isinstance(one, Told) else self._judged(one, next(heard), exactly))
            for one in doors
        )
        return list(await asyncio.gather(*told))

    async def rewarded(self, items: Sequence[dict[str, Any]], caller: str) -> list[Told]:
        """Return what becomes of each completion. Raises: HTTPException 429 where the caller asks too often, 413 where
        waiting would not help."""
        started = time.monotonic()
        if not self.doors.lets(caller, len(items)):
            if len(items) > self.doors.most:
                raise HTTPException(413, f"expected at most {self.doors.most} items, got {len(items)}")
            said = f"more than {self.limits.rate} items: at most {self.doors.left(caller)} more now, got {len(items)}"
            raise HTTPException(429, said, RETRY)
        told = await Rewarding(self.desk, self.translating)(items)
        return [await self._counted(started, one) for one in told]

    async def _counted(self, started: float, asked: Told | Awaitable[Told]) -> Told:
        told = asked if isinstance(asked, Told) else await asked
        self.metrics.items.labels(str(told.status)).inc()
        self.metrics.seconds.observe(time.monotonic() - started)
        self.metrics.alarms.inc(told.alarm)
        self.metrics.untranslated.inc(bool(told.untranslated))
        return told

    def _let_in(self, chain: Chain | Told, caller: str) -> Chain | Told:
        if isinstance(chain, Told):
            return chain
        if not self.doors.lets(caller):
            return Told(429, error=f"more than {self.limits.rate} items")
        return Told(429, error=FULL) if self.desk.full else chain

    async def _judged(self, chain: Chain, heard: Heard, exactly: bool) -> Told:
        steps = [step.text for step in chain.steps]
        data = {"problem": chain.problem, "steps": steps, "id": chain.id, "answer": chain.answer}
        asked = self.desk.put(data, heard.formal, exactly=exactly)
        if asked is None:
            return Told(429, error=FULL)
        return replace(await asyncio.wrap_future(asked), untranslated="; ".join(heard.why))


def _routes(app: FastAPI, service: _Service) -> None:
    desk, limits, metrics = service.desk, service.limits, service.metrics

    @app.middleware("http")
    async def counted(request: Request, call: Callable[[Request], Awaitable[Response]]) -> Response:
        response = await call(request)
        route = request.scope.get("route")
        metrics.http.labels(getattr(route, "path", "other"), str(response.status_code)).inc()
        return response

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        told = [{"where": [str(part) for part in one["loc"]], "expected": one["msg"]} for one in error.errors()]
        return Ascii({"detail": told}, 422)

    @app.post("/judge", summary="Judge a chain", responses={429: {}, 503: {}, 504: {}})
    async def judge(
        chain: ChainIn | dict[str, Any], response: Response, caller: str = Depends(service.doors.caller)
    ) -> dict[str, Any]:
        """The chain's record, as ``verifier check --json`` prints it and ``verifier recheck`` reads it. The header
        ``Verifier-Untranslated`` says why it has fewer translations than were wanted."""
        told = await service.told(chain.model_dump() if isinstance(chain, ChainIn) else chain, caller)
        if told.untranslated:
            response.headers[UNTRANSLATED] = quote(told.untranslated, safe=" :;,()'/")[:500]
        return _record(told)

    @app.post("/judge/many", summary="Judge many chains")
    async def judge_many(many: ManyIn, caller: str = Depends(service.doors.caller)) -> dict[str, Any]:
        """One result for each chain, in order: ``status`` (200, 422, 429, 503, 504) with ``record`` or ``error``;
        ``untranslated`` says why it has fewer translations than were wanted."""
        if len(many.chains) > limits.items:
            raise HTTPException(413, f"expected at most {limits.items} chains, got {len(many.chains)}")
        told = await service.all_told(many.chains, caller)
        return {"results": [_result(one) for one in told]}

    @app.post("/prove", summary="Prove or refute a statement", responses={429: {}, 503: {}, 504: {}})
    async def prove(claim: ClaimIn, caller: str = Depends(service.doors.caller)) -> dict[str, Any]:
        """``verdict``: refuted where a claim in it is, proved where all that was read is, else unknown; with each claim
        as read, its certificate, and the spans that were left unread."""
        told = await service.told({"problem": claim.given, "steps": [claim.statement]}, caller, exactly=True)
        step = _record(told)["steps"][0]
        states = {one["verdict"] for one in step["claims"]}
        verdict = "refuted" if "refuted" in states else "proved" if states == {"proved"} else "unknown"
        kept = ("claims", "unread", "checked", "kind", "correct", "reason")
        return {"verdict": verdict, **{key: step[key] for key in kept}}

    @app.get("/health", summary="Whether it is up")
    async def health() -> dict[str, Any]:
        up = desk.ready
        told = {"workers": desk.size, "up": up, "waiting": desk.waiting, "version": VERSION}
        return {"status": "ok" if up else "starting", **told}

    @app.get("/metrics", summary="For Prometheus", dependencies=[Depends(service.doors.caller)])
    async def prometheus() -> Response:
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)


def _chain_of(data: Any) -> Chain | Told:
    """The chain that an item spells in any known format, or what it is told where it spells none, or several."""
    found = of_value(data)
    if len(found) == 1 and isinstance(found[0], Chain):
        return found[0]
    if len(found) == 1 and isinstance(found[0], Bad):
        return Told(422, error=found[0].message)
    return Told(422, error=f"expected an item of one chain, got {len(found)}: send each by itself")


def _record(told: Told) -> dict[str, Any]:
    if told.record is None:
        raise HTTPException(told.status, told.error, RETRY if told.status == 429 else None)
    return told.record


def _result(told: Told) -> dict[str, Any]:
    if told.record is None:
        return {"status": told.status, "error": told.error}
    more = {"untranslated": told.untranslated} if told.untranslated else {}
    return {"status": told.status, "record": told.record, **more}
