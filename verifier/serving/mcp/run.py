"""What ``verifier mcp`` does: the tools over standard input and output, until the input ends."""

from __future__ import annotations

import sys
from typing import Final

from verifier.streams import StreamClosed

OK, INFRASTRUCTURE = 0, 3
NEEDED: Final = "the MCP server needs mcp: pip install 'step-verifier[mcp]'"
AT_A_TERMINAL: Final = (
    "this speaks MCP (JSON-RPC) over standard input: a client starts it, see 'verifier docs guides/mcp'; Ctrl-D ends it"
)
CLOSED: Final = "standard input: expected a client that speaks MCP, but it is closed"


def run(lean: str, workers: int, seconds: float) -> int:
    """Serve until the input ends, and return the exit status: 0, or 3 where the package is missing.

    Nothing but the protocol is written to standard output. Raises: OSError where that cannot be written; StreamClosed.
    """
    try:
        from verifier.serving.mcp.server import Calls, server
    except ImportError as error:
        return _complain(f"{NEEDED} ({error})", INFRASTRUCTURE)
    if sys.stdin is None:
        raise StreamClosed(CLOSED)
    if sys.stdin.isatty():
        _complain(AT_A_TERMINAL, OK)
    try:
        server(Calls(lean, workers, seconds)).run("stdio")
    except ExceptionGroup as group:
        raise _lost(group) from None
    return OK


def _lost(group: ExceptionGroup[Exception]) -> Exception:
    """The error of a stream among those that ended the server, or all of them where there is none."""
    found: Exception | None = group.subgroup(OSError)
    while isinstance(found, ExceptionGroup):
        found = found.exceptions[0]
    return found or group


def _complain(message: str, status: int) -> int:
    print(f"verifier: {message}", file=sys.stderr)
    return status
