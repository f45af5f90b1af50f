"""What ``verifier mcp`` does: the tools over standard input and output, until the input ends."""

from __future__ import annotations

import sys
from typing import Final

OK, INFRASTRUCTURE = 0, 3
NEEDED: Final = "the MCP server needs mcp: pip install 'verifier[mcp]'"
AT_A_TERMINAL: Final = (
    "this speaks MCP (JSON-RPC) over standard input: a client starts it, see 'verifier docs guides/mcp'; Ctrl-D ends it"
)


def run(lean: str, workers: int, seconds: float) -> int:
    """Serve until the input ends, and return the exit status: 0, or 3 where the package is missing.

    Nothing but the protocol is written to standard output.
    """
    try:
        from verifier.serving.mcp.server import Calls, server
    except ImportError as error:
        return _complain(f"{NEEDED} ({error})", INFRASTRUCTURE)
    if sys.stdin.isatty():
        _complain(AT_A_TERMINAL, OK)
    server(Calls(lean, workers, seconds)).run("stdio")
    return OK


def _complain(message: str, status: int) -> int:
    print(f"verifier: {message}", file=sys.stderr)
    return status
