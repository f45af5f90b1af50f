"""A real HTTP server on loopback in the place of one that serves models: it REPLAYS, and is no language model.

What it says was written before, by a large language model or by a person; or it misbehaves, as the test has it. As a
critic it says what a test gives it; numbers of reward models, as vLLM and SGLang serve them, come from a small random
model of this process, in the shapes that the servers' documentation and protocols give. No such server was run.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Generic, TypeVar

from verifier.language.formal_chain import FormalChain
from verifier.language.write_chain import as_json


@dataclass(frozen=True)
class Asked:
    """A request: its material, the problem and the steps among it, which sample, and whether it is asked again."""

    material: dict[str, Any]
    sample: int
    again: bool
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def steps(self) -> tuple[str, ...]:
        return tuple(one["text"] for one in self.material.get("steps", ()))


@dataclass(frozen=True)
class Raw:
    """An answer as it goes over the wire. ``drip``: seconds between its bytes; ``stall``: seconds before it begins."""

    content: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    drip: float = 0.0
    stall: float = 0.0
    cut: bool = False  # the connection is closed in the middle


Reply = Callable[[Asked], "str | Raw"]
Body = dict[str, Any]
Answer = Callable[[str, Body], "Raw | dict[str, Any] | list[Any]"]
"""From a path and a body to what is answered."""

Seen = TypeVar("Seen", Asked, Body)


def completion(text: str | None, finish: str = "stop", refusal: str | None = None) -> dict[str, Any]:
    message = {"role": "assistant", "content": text, **({"refusal": refusal} if refusal else {})}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    usage = {"prompt_tokens": 1000, "completion_tokens": 100}
    return {"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}


def raw(text: str | None, finish: str = "stop", refusal: str | None = None) -> Raw:
    return Raw(json.dumps(completion(text, finish, refusal)).encode())


def asked_of(body: dict[str, Any], headers: Mapping[str, str] | None = None) -> Asked:
    messages = body["messages"]
    material, _ = json.JSONDecoder().raw_decode(messages[1]["content"])
    return Asked(material, body["seed"], len(messages) > 2, body, dict(headers or {}))


class Server(Generic[Seen]):
    """The server: ``url``, and every request in ``seen``, as ``read`` makes it of a body and its headers."""

    def __init__(self, read: Callable[[Body, dict[str, str]], Seen], answer: Callable[[str, Seen], Raw]) -> None:
        self.seen: list[Seen] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                asked = read(body, {k.lower(): v for k, v in self.headers.items()})
                outer.seen.append(asked)
                one = answer(self.path, asked)
                time.sleep(one.stall)
                self.send_response(one.status)
                for name, value in {"content-type": "application/json", **one.headers}.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(one.content)))
                self.end_headers()
                self._write(one)

            def _write(self, one: Raw) -> None:
                content = one.content[: len(one.content) // 2] if one.cut else one.content
                size = 1 if one.drip else max(1, len(content))
                try:
                    for i in range(0, len(content), size):
                        self.wfile.write(content[i : i + size])
                        self.wfile.flush()
                        time.sleep(one.drip)
                except OSError:
                    self.close_connection = True  # the client has had enough
                if one.cut:
                    self.close_connection = True

            def log_message(self, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def served(reply: Reply) -> Iterator[Server[Asked]]:
    """Give a server of the chat interface that answers with what ``reply`` returns: a text to say, or ``Raw``."""

    def answer(path: str, asked: Asked) -> Raw:
        said = reply(asked) if path == "/v1/chat/completions" else Raw(b"{}", 404)
        return said if isinstance(said, Raw) else raw(said)

    server = Server(asked_of, answer)
    server.url += "/v1"
    try:
        yield server
    finally:
        server.close()


@contextmanager
def answering(answer: Answer) -> Iterator[Server[Body]]:
    """Give a server that answers with what ``answer`` returns of a path and a body."""

    def answered(path: str, body: Body) -> Raw:
        said = answer(path, body)
        return said if isinstance(said, Raw) else Raw(json.dumps(said).encode())

    server = Server(lambda body, _: body, answered)
    try:
        yield server
    finally:
        server.close()


def critic(verdict: Callable[[str, int], str]) -> Answer:
    """Return a critic that answers what ``verdict`` gives of the material and the vote's number."""

    def answer(path: str, body: Body) -> Raw | dict[str, Any]:
        if path != "/v1/chat/completions":
            return Raw(b"{}", 404)
        return completion(verdict(body["messages"][1]["content"], body["seed"]))

    return answer


def replay(samples: list[list[FormalChain]]) -> Reply:
    """Return a reply that gives recorded translations, a list for each sample, found by their text."""
    known = [{(one.problem, one.steps_text): one for one in chains} for chains in samples]

    def reply(asked: Asked) -> str:
        found = known[asked.sample % len(known)].get((asked.material["problem"], asked.steps))
        return "I have no recording of that." if found is None else recorded(found)

    return reply


def recorded(chain: FormalChain) -> str:
    """Return a translation as a model would have answered it: in the form of a file, without the texts."""
    told = as_json(chain)
    return json.dumps({k: v for k, v in told.items() if k in ("formal", "vars", "facts", "asks", "steps")})
