"""The command at a real terminal: a pseudo-terminal as standard input and error, and results sent elsewhere or not.

Run as a script, it is a process that has loaded the command and is copied for each line that it is asked to run.
"""

from __future__ import annotations

import base64
import json
import os
import pty
import select
import subprocess
import sys
import tempfile
import termios
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

To = Literal["file", "pipe", "terminal"]
LONGEST = 300.0  # seconds
COLUMNS = 47  # of the terminal, and of nothing else


@dataclass(frozen=True)
class Ended:
    """How a command ended: what came to its standard output, and what stood on standard error or the terminal."""

    status: int
    out: bytes
    seen: bytes


class Commands:
    """Runs commands, each in a copy of one process that has loaded them."""

    def __init__(self) -> None:
        self._process = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __call__(
        self, folder: Path, *args: str, terminal: bool = True, to: To = "file", env: dict[str, str] | None = None
    ) -> Ended:
        """Return how a command ended that was run in ``folder``, with a terminal or without any."""
        asked = {"folder": str(folder), "args": args, "terminal": terminal, "to": to, "env": env or {}}
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(asked).encode() + b"\n")
        self._process.stdin.flush()
        status, out, seen = json.loads(self._process.stdout.readline())
        return Ended(status, base64.b64decode(out), base64.b64decode(seen))

    def close(self) -> None:
        self._process.communicate()


def shown(seen: bytes) -> list[str]:
    """Return the lines that stand on a terminal of endless height in the end."""
    lines, row, column, at = [""], 0, 0, 0
    text = seen.decode()
    while at < len(text):
        sign = text[at]
        at += 1
        if sign == "\x1b":
            assert text[at] == "[", text[at : at + 10]
            end = next(i for i in range(at + 1, len(text)) if text[i].isalpha())
            number, what, at = text[at + 1 : end], text[end], end + 1
            assert what in "mhlAK", (number, what)
            if what == "A":
                assert row >= int(number or 1), "above the first line"
                row -= int(number or 1)
            elif what == "K":
                assert number == "2"
                lines[row] = ""
        elif sign == "\r":
            column = 0
        elif sign == "\n":
            row += 1
            lines += [""] * (row == len(lines))
        else:
            lines[row] = lines[row].ljust(column)[:column] + sign + lines[row][column + 1 :]
            column += 1
    return [line.rstrip() for line in lines]


def _loaded() -> None:
    """Load what commands load late, so that each copy has it."""
    import verifier.cli.main  # noqa: F401
    from verifier.auditing import audit  # noqa: F401
    from verifier.chain import Chain
    from verifier.commands import check, eval, label, pick, proofs, prove_chain, repair, search  # noqa: F401
    from verifier.commands.models import rollouts  # noqa: F401
    from verifier.commands.pages import report  # noqa: F401
    from verifier.pipeline.judge import Judge

    with Judge("off") as judge:
        judge.all([Chain.of("Solve 2x = 6.", ["x = 3", "x + 1 = 5"])])


def _copied(args: list[str], folder: str, env: dict[str, str], streams: Callable[[], None]) -> int:
    """Begin a command in a copy of this process; return its number."""
    child = os.fork()
    if child:
        return child
    try:
        from verifier.cli.main import main

        os.setsid()
        streams()
        os.chdir(folder)
        os.environ.update(env)
        sys.argv = ["verifier", *args]
        sys.stdin = sys.__stdin__ = open(0, encoding="utf-8")  # type: ignore[misc]  # noqa: SIM115
        sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8")  # type: ignore[misc]  # noqa: SIM115
        sys.stderr = sys.__stderr__ = open(2, "w", 1, encoding="utf-8")  # type: ignore[misc]  # noqa: SIM115
        main()
    except SystemExit as error:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(error.code if isinstance(error.code, int) else int(error.code is not None))
    except BaseException:  # noqa: BLE001  (the copy has to end here, whatever happened)
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(99)
    os._exit(0)


def _run(folder: str, args: list[str], terminal: bool, to: To, env: dict[str, str]) -> tuple[int, bytes, bytes]:
    """Run a command, and return its status, its output, and what was seen."""
    if terminal:
        reader, writer = pty.openpty()
        termios.tcsetwinsize(writer, (24, COLUMNS))
        stdin = writer
    else:
        reader, writer = os.pipe()
        stdin = os.open(os.devnull, os.O_RDONLY)
    with tempfile.TemporaryFile() as file:
        pipe = os.pipe() if to == "pipe" else None
        out = pipe[1] if pipe else writer if to == "terminal" else file.fileno()

        def streams() -> None:
            for target, source in enumerate((stdin, out, writer)):
                os.dup2(source, target)
            os.closerange(3, 256)

        child = _copied(args, folder, env, streams)
        for number in {writer, stdin} | ({pipe[1]} if pipe else set()):
            os.close(number)
        seen, piped = _read([reader, *([pipe[0]] if pipe else [])], child)
        _, status = os.waitpid(child, 0)
        file.seek(0)
        return os.waitstatus_to_exitcode(status), piped if pipe else file.read(), seen


def _read(sources: list[int], child: int) -> tuple[bytes, bytes]:
    """Return all that comes from a terminal, and from a pipe where there is one, and close them."""
    found = dict.fromkeys(sources, b"")
    left, end = set(sources), time.monotonic() + LONGEST
    while left:
        for source in select.select(list(left), [], [], 1.0)[0]:
            try:
                more = os.read(source, 1 << 16)
            except OSError:  # nobody holds the other side of the terminal any more
                more = b""
            found[source] += more
            if not more:
                left.remove(source)
                os.close(source)
        if time.monotonic() > end:
            os.kill(child, 9)
    return found[sources[0]], found[sources[1]] if len(sources) > 1 else b""


if __name__ == "__main__":
    _loaded()
    for asked in sys.stdin:
        status, out, seen = _run(**json.loads(asked))
        print(json.dumps([status, base64.b64encode(out).decode(), base64.b64encode(seen).decode()]), flush=True)
