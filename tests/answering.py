"""A real HTTP server on loopback in the place of a language model as critic, or of vLLM and SGLang with a reward model.

It REPLAYS: what a critic says was written before, and numbers come from a small random model of this process, in the
shapes that the servers' documentation and protocols give. No such server was run.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from replaying import Raw, completion

Body = dict[str, Any]
Answer = Callable[[str, Body], "Raw | dict[str, Any] | list[Any]"]
"""From a path and a body to what is answered."""


class Server:
    """The server: ``url`` without a path, and every request in ``seen``."""

    def __init__(self, answer: Answer) -> None:
        self.seen: list[Body] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                outer.seen.append(body)
                said = answer(self.path, body)
                one = said if isinstance(said, Raw) else Raw(json.dumps(said).encode())
                self.send_response(one.status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(one.content)))
                self.end_headers()
                self.wfile.write(one.content)

            def log_message(self, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def answering(answer: Answer) -> Iterator[Server]:
    server = Server(answer)
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
