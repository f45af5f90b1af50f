"""Tests in children for mutation testing: a server that forks a pytest for each request, and a plugin of pytest.

The server reads requests from its input, one JSON line each, and answers how the child ended. It has loaded what does
not change, so that a child begins at once. With ``MUTANT_WARM`` it has loaded all tests and the package, and a child
puts the changed function in the place of the loaded one; where it cannot, the answer is ``COLD``. The plugin notes
which functions each test enters (``MUTANT_MAP`` names the file for that), or runs chosen tests in order, each within
its processor seconds (``MUTANT_ORDER``).
"""

from __future__ import annotations

import gc
import importlib
import inspect
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

PACKAGE = str(Path.cwd() / "verifier") + os.sep
LOADED = ("asyncio", "flint", "hypothesis", "jsonschema", "numpy", "rich", "sympy", "typer")
CALLS = 500_000  # calls that are looked at of one test: what it enters later only, is not seen
MEMORY = 6 << 30  # bytes of address space of a child
COLD = 99  # the answer where a function cannot be put in the place of a loaded one
LOADING = 30.0  # processor seconds until the first test begins

_rows: dict[str, tuple[float, list[str]]] = {}
_limits: dict[str, float] = {}


@pytest.hookimpl(trylast=True)  # after the order that the suite has of itself
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if (file := os.environ.get("MUTANT_ORDER")) is not None:
        _limits.update(json.loads(Path(file).read_text("utf-8")))
        place = {id: i for i, id in enumerate(_limits)}
        items[:] = sorted((one for one in items if one.nodeid in place), key=lambda one: place[one.nodeid])


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    signal.setitimer(signal.ITIMER_PROF, _limits.get(item.nodeid, 0.0))  # 0: it may take what it takes
    if "MUTANT_ORDER" in os.environ:
        yield
    elif "MUTANT_MAP" in os.environ:
        for one in _caches():
            one.cache_clear()  # what an earlier test let a function remember would not be entered
        began, entered = time.process_time(), set[CodeType]()
        _watch(entered)
        yield
        sys.settrace(None)
        inside = ((one.co_filename.removeprefix(PACKAGE), one.co_firstlineno) for one in entered if _ours(one))
        named = sorted(f"verifier/{file}:{line}" for file, line in inside)
        _rows[item.nodeid] = (time.process_time() - began, named)
    else:
        yield


@cache
def _caches() -> list[Any]:
    """The functions of the package that remember what they returned."""
    held = [one for one in gc.get_objects() if type(one) is type(_caches)]
    return [one for one in held if (code := getattr(one.__wrapped__, "__code__", None)) and _ours(code)]


def _watch(entered: set[CodeType]) -> None:
    """Note the code of each call, of no line, up to ``CALLS``."""
    left = CALLS

    def note(frame: FrameType, event: str, arg: object) -> None:
        nonlocal left
        left -= 1
        entered.add(frame.f_code)
        if left < 0:
            sys.settrace(None)

    sys.settrace(note)


def _ours(code: CodeType) -> bool:
    return code.co_filename.startswith(PACKAGE)


def pytest_sessionfinish() -> None:
    if (file := os.environ.get("MUTANT_MAP")) is not None:
        Path(file).write_text(json.dumps(_rows), "utf-8")


def serve() -> None:
    """Answer requests until the input ends: how a pytest ended in a child, or null where it had to be ended."""
    for name in LOADED:
        with suppress(ImportError):
            importlib.import_module(name)
    for line in sys.stdin:
        asked = json.loads(line)
        if (child := os.fork()) == 0:
            _begin(asked)
            os._exit(_main(asked["words"]))
        print(json.dumps(_ended(child, asked["seconds"])), flush=True)


def _begin(asked: Mapping[str, Any]) -> None:
    """Make this process a child of its own, with limits, whose output goes to a file."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.setitimer(signal.ITIMER_PROF, LOADING)  # ends what does not end: SIGPROF is not caught
    with Path(asked["output"]).open("wb") as output, Path(os.devnull).open("rb") as nothing:
        for file, number in ((nothing, 0), (output, 1), (output, 2)):
            os.dup2(file.fileno(), number)
    os.environ.update(asked["env"])


def _main(words: list[str]) -> int:
    code = 4
    try:
        code = int(pytest.main(words))
    except BaseException:  # noqa: BLE001 - this child ends here, whatever it is
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    return code


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """In a process that serves with all tests loaded: answer requests; in a child of it, go on to the tests."""
    if "MUTANT_WARM" not in os.environ:
        return None
    print("null", flush=True)  # ready
    for line in sys.stdin:
        asked = json.loads(line)
        if (child := os.fork()) == 0:
            _begin(asked)
            if not _replaced(Path(asked["file"]), asked["function"]):
                os._exit(COLD)
            pytest_collection_modifyitems(session.items)
            return None
        print(json.dumps(_ended(child, asked["seconds"])), flush=True)
    return True


def _replaced(file: Path, line: int) -> bool:
    """Put the code that the function at a line of a file now has into the one that is loaded."""
    try:
        new = [one for one in _codes(compile(file.read_bytes(), str(file), "exec")) if one.co_firstlineno == line]
    except (SyntaxError, ValueError):
        return False
    old = [one for one in gc.get_objects() if isinstance(one, FunctionType) and _is_at(one.__code__, file, line)]
    if len(new) != 1 or not old or any(one.__code__ == new[0] for one in old):
        return False
    if any(one.__code__.co_freevars != new[0].co_freevars for one in old):
        return False
    for one in old:
        one.__code__ = new[0]
    return True


def _is_at(code: CodeType, file: Path, line: int) -> bool:
    return code.co_firstlineno == line and code.co_filename == str(file) and code.co_name[0] != "<"


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of the functions of a module and of its classes, not of what is inside functions."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            if one.co_flags & inspect.CO_OPTIMIZED:
                if one.co_name[0] != "<":
                    yield one
            else:
                yield from _codes(one)


def _ended(child: int, seconds: float) -> int | None:
    """How a child ended, within ``seconds`` by the clock; its whole group ends with it."""
    deadline, ended, status = time.monotonic() + seconds, 0, 0
    while not ended and time.monotonic() < deadline:
        time.sleep(0.01)
        ended, status = os.waitpid(child, os.WNOHANG)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if not ended:
        os.waitpid(child, 0)
        return None
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else None


if __name__ == "__main__":
    if "MUTANT_WARM" in os.environ:
        sys.exit(_main(sys.argv[1:]))
    serve()
