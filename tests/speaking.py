"""A real HTTP server on loopback that speaks the chat protocol. What it says is scripted: it is no language model."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[["Asked"], Any]


@dataclass(frozen=True)
class Asked:
    """A request: what kind of question it is, its material, which sample, and the whole body."""

    kind: str  # translate, say, compare, prove
    material: Any
    sample: int
    body: dict[str, Any]
    headers: dict[str, str]


@dataclass(frozen=True)
class Raw:
    """An answer as it goes over the wire; ``drip``: seconds between its bytes."""

    content: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    drip: float = 0.0


def chat(text: str | None, **more: Any) -> Raw:
    """Return a chat completion that says ``text``."""
    message = {"role": "assistant", "content": text, **{k: v for k, v in more.items() if k == "refusal"}}
    choice = {"index": 0, "message": message, "finish_reason": more.get("finish", "stop")}
    usage = {"prompt_tokens": 100, "completion_tokens": 20}
    return Raw(json.dumps({"object": "chat.completion", "choices": [choice], "usage": usage}).encode())


def claims(*rows: dict[str, Any]) -> str:
    """Return an answer of the claim language."""
    filled = [{"role": "asserted", "hypotheses": [], "spans": [], **row} for row in rows]
    return json.dumps({"kind": "claims" if rows else "nothing to check", "claims": filled})


class Server:
    """The server: ``url``, and every request in ``seen``."""

    def __init__(self, reply: Reply) -> None:
        self.seen: list[Asked] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                asked = _asked(body, {k.lower(): v for k, v in self.headers.items()})
                outer.seen.append(asked)
                said = reply(asked) if self.path == "/v1/chat/completions" else Raw(b"{}", 404)
                raw = said if isinstance(said, Raw) else chat(said)
                self.send_response(raw.status)
                for name, value in {"content-type": "application/json", **raw.headers}.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(raw.content)))
                self.end_headers()
                try:
                    for i in range(0, len(raw.content), 1 if raw.drip else max(1, len(raw.content))):
                        self.wfile.write(raw.content[i : i + (1 if raw.drip else len(raw.content))])
                        self.wfile.flush()
                        time.sleep(raw.drip)
                except OSError:
                    self.close_connection = True  # the client has had enough

            def log_message(self, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _asked(body: dict[str, Any], headers: dict[str, str]) -> Asked:
    system, user = (message["content"] for message in body["messages"][:2])
    kind = {"You t": "translate", "The u": "say"}[system[:5]]
    if "Lean" in system:
        kind = "prove"
    if "two texts" in system:
        kind = "compare"
    return Asked(kind, json.loads(user), body["seed"], body, headers)


@contextmanager
def served(reply: Reply) -> Iterator[Server]:
    """Give a server that answers with what ``reply`` returns: a text to say, or ``Raw``."""
    server = Server(reply)
    try:
        yield server
    finally:
        server.close()


def honest(by_step: dict[str, str]) -> Reply:
    """Return a reply that translates each step as listed (nothing to check where it is not), and agrees with it."""

    def reply(asked: Asked) -> str:
        if asked.kind == "translate":
            return by_step.get(asked.material["step"], claims())
        return "The claims, in words." if asked.kind == "say" else '{"same": true}'

    return reply
