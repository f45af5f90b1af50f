"""A child that serves a GGUF file with OpenAI's interface, on a free port of this machine (package ``xllamacpp``).

``python -m verifier.search.policies.llama_child SETTINGS``: settings as JSON; the key comes as the first line of
standard input. It says where it listens, or why it does not, and ends when its input does.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TextIO

from verifier.processes.worker import say, work


def serve(settings: str, lines: TextIO, out: TextIO) -> None:
    """Serve until the lines end. Raises: OSError when nobody listens any more."""
    import xllamacpp

    asked, key = json.loads(settings), lines.readline().strip()
    answers = os.fdopen(os.dup(out.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), out.fileno())  # whatever the library prints must not fill the terminal
    params = xllamacpp.CommonParams()
    params.model.path = asked["file"]
    params.hostnames, params.port, params.api_keys, params.ui = ["127.0.0.1"], 0, [key], False
    params.n_parallel, params.n_ctx, params.kv_unified = asked["slots"], asked["context"], True
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = asked["threads"]
    params.cache_ram_mib, params.n_threads_http, params.verbosity = 0, asked["slots"] + 2, 1
    try:
        server = xllamacpp.Server(params)
    except RuntimeError as error:
        say({"fault": str(error)}, answers)
        return
    say({"url": server.listening_address}, answers)
    lines.read()
    os._exit(0)  # the library's own end waits for its requests


if __name__ == "__main__":
    work(serve)
