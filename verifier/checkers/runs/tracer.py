"""The child's side: a program runs here, inside the sandbox, and what is seen of it is told as JSON.

This is the only module that runs a program. It is started by ``interpreters`` and never imported elsewhere for that;
each run is a fork of its own, which can only compute.
"""

from __future__ import annotations

import ctypes
import encodings
import gc
import importlib
import io
import json
import os
import sys
import types
import weakref
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from types import CodeType, FrameType
from typing import Any, Final, TextIO

from verifier.checkers.runs.allowed import BUILTINS, MODULES, refused
from verifier.checkers.runs.values import NotSpelled, shown, value_of
from verifier.processes.confined import ADDRESS, ORDER, STEPS, Bounds, NotConfined, computed, executed
from verifier.processes.worker import say, work

_REPR: Final = object.__basicsize__ + 9 * ctypes.sizeof(ctypes.c_void_p)
"""Where a type keeps how its objects are written: after the size, the name, two sizes and five other slots."""

_WRAPPED: Final = object.__basicsize__ + 4 * ctypes.sizeof(ctypes.c_void_p)
"""Where the method ``__repr__`` of such a type keeps the same, from which classes that are made later have it: after
the type, two names and what kind of method it is."""

_OWN: Final = (
    types.FunctionType, types.BuiltinFunctionType, types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType,
    types.CellType, types.CodeType, types.FrameType, types.MethodWrapperType, weakref.ref, memoryview,
)  # fmt: skip
"""Types with a text of their own that holds an address; all others have that of ``object``."""

TRIED: Final = "tried"


class Guard:
    """Ends the run where Python writes an address down. Make it before the fork; ``begin`` in the fork."""

    def __init__(self) -> None:
        """Change nothing yet."""
        self._begun = False
        self._hook = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(self._written)
        self._types = [one for one in _subtypes(object) if _slot(one).value == _slot(object).value]
        self._types += [one for one in _OWN if one not in self._types]

    def begin(self) -> None:
        """End this process from now on where an address is written down, and at once where that cannot be seen to."""
        to = ctypes.cast(self._hook, ctypes.c_void_p).value
        for one in self._types:
            _slot(one).value = to
            if isinstance(method := vars(one).get("__repr__"), types.WrapperDescriptorType):
                ctypes.c_void_p.from_address(id(method) + _WRAPPED).value = to
        if any(str(sample) != TRIED or f"{[sample]}" != f"[{TRIED}]" for sample in _samples()):
            os._exit(ADDRESS)
        self._begun = True

    def _written(self, value: object) -> str:
        if self._begun:
            os._exit(ADDRESS)
        return TRIED


def _slot(kind: type) -> ctypes.c_void_p:
    return ctypes.c_void_p.from_address(id(kind) + _REPR)


def _subtypes(kind: type) -> Iterable[type]:
    found, left = {kind}, [kind]
    while left:
        below: list[type] = type.__subclasses__(left.pop())
        left += [one for one in below if one not in found]
        found.update(below)
    return found


def _samples() -> Iterable[object]:
    """Objects of many kinds, one of a class that is made now among them."""

    class Made:
        pass

    yield from (Made(), object(), _samples, _samples(), [].append, len, iter([]), map(len, []), zip(), "".__len__)


def checked_builtins() -> dict[str, Callable[..., Any]]:
    """Return the builtins that a program may give a set, by name: they end the run where its order may show."""
    return {
        **{one.__name__: _of_set(one, _ordered) for one in (sorted, min, max)},
        "sum": _of_set(sum, _exact),
        **{one.__name__: _of_set(one, _plain) for one in (any, all)},
    }


def _of_set(function: Callable[..., Any], shows_none: Callable[[list[Any]], bool]) -> Callable[..., Any]:
    def checked(*args: Any, **more: Any) -> Any:
        if args and isinstance(args[0], set | frozenset) and len(args[0]) > 1 and not shows_none(list(args[0])):
            os._exit(ORDER)
        return function(*args, **more)

    return checked


_NUMBERS: Final = frozenset((int, bool, Fraction, Decimal, float))


def _ordered(values: list[Any]) -> bool:
    """Whether values of a set have one order, whichever two of them are compared."""
    kinds = {type(one) for one in values}
    if kinds <= _NUMBERS:
        return all(one == one for one in values) and not (Decimal in kinds and Fraction in kinds)
    if kinds == {tuple}:
        longest = max(map(len, values))
        return all(_ordered([one[i] for one in values if i < len(one)]) for i in range(longest))
    return kinds in ({str}, {bytes})


def _exact(values: list[Any]) -> bool:
    """Whether the sum of values is one number, in whichever order they are added."""
    return {type(one) for one in values} <= {int, bool, Fraction}


def _plain(values: list[Any]) -> bool:
    """Whether asking for the truth of values does nothing else."""
    return {type(one) for one in values} <= {*_NUMBERS, str, bytes, tuple, frozenset, complex, type(None)}


PROGRAM: Final = "<program>"
MAX_EVENTS: Final = 6000  # lines that a run may go through
MAX_SEEN: Final = 4_000_000  # characters of all bindings that are told
MAX_PRINTED: Final = 100_000  # characters
MAX_STATES: Final = 600  # states that one expression is evaluated in

_PASSED_OVER: Final = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>"))
_CODECS: Final = ("ascii", "latin_1", "utf_8", "utf_16", "utf_32", "cp1252", "cp437", "unicode_escape",
                  "raw_unicode_escape", "utf_8_sig", "utf_7", "rot_13", "hex_codec", "base64_codec", "iso8859_1",
                  "iso8859_15", "punycode")  # fmt: skip


class _Printed(io.StringIO):
    """What is printed, up to a limit."""

    def write(self, text: str) -> int:
        """Keep a text; end the run where there are too many."""
        if self.tell() + len(text) > MAX_PRINTED:
            os._exit(STEPS)
        return super().write(text)


class Watch:
    """Sees each line that a program goes through, with what its names are bound to afterwards."""

    def __init__(self) -> None:
        self.events: list[list[Any]] = []  # line, frame, depth, what changed
        self.names: list[str] = []  # the function of each frame
        self.arguments: list[dict[str, str | None]] = []  # what the names of each frame are bound to as it begins
        self._frames: dict[int, tuple[FrameType, int, int]] = {}
        self._pending: dict[int, int] = {}
        self._last: dict[int, dict[str, str]] = {}
        self._same: dict[int, dict[str, object]] = {}
        self._seen = 0

    def __call__(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Begin to watch a frame of the program, as ``sys.settrace`` asks."""
        code = frame.f_code
        if code.co_filename != PROGRAM or code.co_name in _PASSED_OVER:
            return None
        if id(frame) not in self._frames:
            number = len(self.names)
            self._frames[id(frame)] = (frame, number, self._depth(frame))  # it is held, so that its id stays its own
            self.names.append(code.co_name)
            self._last[number], self._same[number] = {}, {}
            self.arguments.append({})
            self._told(number, frame, self.arguments[number])
        return self._local

    def ended(self) -> None:
        """End the watch; and the run, where the watch was lost: at the end of the stack it cannot be called."""
        if sys.gettrace() is not self:
            os._exit(STEPS)
        sys.settrace(None)

    def _depth(self, frame: FrameType) -> int:
        back = frame.f_back
        while back is not None:
            if (known := self._frames.get(id(back))) is not None:
                return known[2] + 1
            back = back.f_back
        return 0 if frame.f_code.co_name == "<module>" else 1

    def _local(self, frame: FrameType, event: str, arg: Any) -> Any:
        _, number, depth = self._frames[id(frame)]
        if event == "exception" and issubclass(arg[0], RecursionError | MemoryError):
            os._exit(STEPS)  # how deep it may go depends on the interpreter
        if event in ("line", "return"):
            self._flush(number, frame)
        if event == "line":
            if len(self.events) >= MAX_EVENTS:
                os._exit(STEPS)
            self._pending[number] = len(self.events)
            self.events.append([frame.f_lineno, number, depth, {}])
        elif event == "exception" and (at := self._pending.get(number)) is not None:
            self.events[at].append(True)
        return self._local

    def _flush(self, number: int, frame: FrameType) -> None:
        at = self._pending.pop(number, None)
        if at is not None:
            self._told(number, frame, self.events[at][3])

    def _told(self, number: int, frame: FrameType, changes: dict[str, str | None]) -> None:
        last, same, bound = self._last[number], self._same[number], frame.f_locals
        for name in list(last):
            if name not in bound:
                del last[name]
                changes[name] = None
        for name, value in list(bound.items()):
            if name.startswith((".", "__")) or callable(value) or type(value).__name__ == "module":
                continue
            if type(value) in (int, str, bool, float, type(None)):
                if name in last and same.get(name) is value:
                    continue
                same[name] = value
            text = shown(value)
            if last.get(name) != text:
                last[name] = changes[name] = text
                self._seen += len(text)
        if self._seen > MAX_SEEN:
            os._exit(STEPS)


def _import(name: str, *args: Any) -> Any:
    if name not in MODULES or name not in sys.modules or (len(args) > 3 and args[3]):
        raise ImportError(f"import of {name} is refused")
    return sys.modules[name if len(args) > 2 and args[2] else name.partition(".")[0]]


def _kind(value: object) -> type:
    """The type of a value. That of a type makes further ones, of names that no whitelist has seen: the run is ended,
    since an exception would be told as the program's."""
    found = type(value)
    if issubclass(found, type):
        os._exit(STEPS)
    return found


def _namespace() -> dict[str, Any]:
    import builtins

    allowed = {name: getattr(builtins, name) for name in BUILTINS}
    allowed |= {**checked_builtins(), "type": _kind, "__import__": _import, "__build_class__": builtins.__build_class__}
    return {"__name__": "program", "__builtins__": allowed}


def _compiled(text: str, place: str, mode: str) -> CodeType:
    return compile(text, place, mode, dont_inherit=True)


def traced(program: str, call: str) -> dict[str, Any]:
    """Return what is seen of a run, as JSON values. Runs the program."""
    watch, printed, names = Watch(), _Printed(), _namespace()
    sys.stdout = sys.stderr = printed
    code, asked = _compiled(program, PROGRAM, "exec"), _compiled(call, "<call>", "eval")
    told: dict[str, Any] = {"returned": None, "raised": None}
    try:
        sys.settrace(watch)
        exec(code, names)  # noqa: S102  # in the sandbox, after the whitelist
        value = eval(asked, names)  # noqa: S307  # the same
        watch.ended()
    except Exception as error:  # noqa: BLE001  # whatever a program raises is what is told of it
        watch.ended()
        told["raised"] = [one.__name__ for one in type(error).__mro__[:-2]]
    else:
        told["returned"] = shown(value)
    return {
        **told,
        "printed": printed.getvalue(),
        "events": watch.events,
        "arguments": watch.arguments,
        "names": watch.names,
    }


class _TooLong(BaseException):
    """An expression goes through too many lines of the program."""


class _Steps:
    """Ends what goes through too many lines of the program."""

    def __init__(self) -> None:
        self._left = MAX_EVENTS

    def __call__(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Count a line, as ``sys.settrace`` asks."""
        if frame.f_code.co_filename != PROGRAM:
            return None
        self._left -= event == "line"
        if self._left < 0:
            raise _TooLong
        return self


def evaluated(program: str, expr: str, states: list[Mapping[str, str]]) -> list[str]:
    """Return what an expression gives in each state, spelled; ``!name`` where it raises. Runs the program."""
    sys.stdout = sys.stderr = _Printed()
    names = _namespace()
    exec(_compiled(program, PROGRAM, "exec"), names)  # noqa: S102  # in the sandbox, after the whitelist
    code = _compiled(expr, "<expression>", "eval")
    return [_value(code, names, state) for state in states[:MAX_STATES]]


def _value(code: CodeType, names: dict[str, Any], state: Mapping[str, str]) -> str:
    try:
        here = {name: value_of(text) for name, text in state.items()}
        sys.settrace(_Steps())
        return shown(eval(code, {**names, **here}))  # noqa: S307  # in the sandbox, after the whitelist
    except (NotSpelled, _TooLong):
        return "<unknown>"
    except Exception as error:  # noqa: BLE001  # whatever an expression raises is what is told of it
        if isinstance(error, RecursionError | MemoryError):
            os._exit(STEPS)
        return "<unknown>" if isinstance(error, NameError | ImportError) else f"!{type(error).__name__}"
    finally:
        sys.settrace(None)


def answer(request: Mapping[str, Any], guard: Guard) -> dict[str, Any]:
    """Return the answer to one request; what is not allowed is refused here as well."""
    if (why := refused(request["program"], request["call"])) is not None:
        return {"how": "refused", "why": why}
    if "expr" in request and (why := refused(request["program"], request["expr"])) is not None:
        return {"how": "refused", "why": why}
    try:
        if "argv" in request:
            done = executed(request["argv"], Bounds(memory=2 << 30))
            return {"how": done.how, "said": done.answer.decode("utf-8", "replace")}
        done = computed(lambda: json.dumps(_worked(request, guard)).encode(), Bounds())
    except (NotConfined, OSError) as error:
        return {"how": "unconfined", "why": str(error)}
    return {"how": done.how, "said": done.answer.decode("utf-8", "replace")}


def _worked(request: Mapping[str, Any], guard: Guard) -> Any:
    guard.begin()
    if "expr" in request:
        return evaluated(request["program"], request["expr"], request["states"])
    return traced(request["program"], request["call"])


def serve(settings: str, requests: TextIO, out: TextIO) -> None:
    """Answer requests, a line of JSON each. Raises: OSError when nobody listens any more."""
    for name in sorted(MODULES):  # a run can open no file: what it imports is there before it begins
        importlib.import_module(name)
    for name in _CODECS:
        importlib.import_module(f"{encodings.__name__}.{name}")
    "".encode("idna")
    sys.setrecursionlimit(1000)
    guard = Guard()
    gc.freeze()  # what is here is shared with every fork
    for line in requests:
        asked = json.loads(line)
        say(answer(asked, guard) if asked else {}, out)


if __name__ == "__main__":
    work(serve)
