"""The trace of a run: its events in order, read from what the sandbox tells, which is not trusted to be well formed."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from verifier.checkers.runs.syntax import module

END: Final = 0
"""The place at the end of the call."""


@dataclass(frozen=True, slots=True)
class Event:
    """One line that the run goes through.

    ``loops``: the line of each loop around it in its frame, with which iteration it is, from 1. ``before`` and
    ``after`` are what the names of its frame are bound to, as shown; ``follows`` is the line that the frame goes on to,
    None where it ends there. ``depth``: 0 for the program itself, 1 for what the call calls. ``coming``: on the line of
    a loop, which iteration comes next if it goes on.
    """

    line: int
    frame: int
    depth: int
    loops: tuple[tuple[int, int], ...]
    before: Mapping[str, str]
    after: Mapping[str, str]
    follows: int | None
    raised: bool = False
    coming: int | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """A run: its events, the value returned (as shown; ``<type>`` where that cannot be) or the exception, by its name
    and those of its bases, and what was printed. ``arguments``: what each frame begins with."""

    events: tuple[Event, ...]
    returned: str | None
    raised: tuple[str, ...]
    printed: str
    arguments: tuple[Mapping[str, str], ...]
    depths: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Block:
    """A statement with a body: its line, the lines of its body, whether it is a loop, and whether an event shows that
    its body is run."""

    line: int
    first: int
    body: range
    whole: range
    loop: bool
    marked: bool


class Layout:
    """What stands on which line of a program."""

    def __init__(self, program: str) -> None:
        """Raises: NotPython, a ValueError, on what is no program."""
        tree = module(program)
        self.blocks: dict[int, Block] = {}
        self.starts: dict[int, int] = {}  # a line of a statement over several lines -> its first
        self.several: set[int] = set()  # the first lines of such statements
        self.crowded: set[int] = set()  # lines with more than one statement
        self.lines: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.stmt):
                self._place(node)

    def _place(self, node: ast.stmt) -> None:
        line, last = node.lineno, node.end_lineno or node.lineno
        if line in self.lines:
            self.crowded.add(line)
        self.lines.add(line)
        if isinstance(node, ast.If | ast.For | ast.While):
            marked = [one for one in node.body if _leaves_a_mark(one)]
            ends = node.body[-1].end_lineno or node.body[-1].lineno
            if node.body[0].lineno > line:
                body = range(node.body[0].lineno, ends + 1)
                loop = isinstance(node, ast.For | ast.While)
                first = (marked or node.body)[0].lineno
                self.blocks[line] = Block(line, first, body, range(line, last + 1), loop, bool(marked))
        elif not hasattr(node, "body") and last > line:
            self.several.add(line)
            for one in range(line, last + 1):
                self.starts.setdefault(one, line)

    def around(self, line: int) -> list[Block]:
        """Return the loops around a line, outermost first."""
        return sorted((b for b in self.blocks.values() if b.loop and line in b.body), key=lambda b: b.line)


def _leaves_a_mark(node: ast.stmt) -> bool:
    """Whether a statement is seen as an event: a docstring or a declaration is not."""
    plain = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    bare = isinstance(node, ast.AnnAssign) and node.value is None
    return not (plain or bare or isinstance(node, ast.Global | ast.Nonlocal))


@dataclass(slots=True)
class _Frame:
    """What is known of a frame while its events are gone through."""

    bound: dict[str, str]
    rounds: dict[int, int]
    last: int | None = None


def trace_of(told: Any, program: str) -> Trace:
    """Return the trace that the sandbox tells of. Raises: ValueError where it tells of none."""
    if not isinstance(told, dict):
        raise ValueError("expected an object")
    layout = Layout(program)
    arguments = [_bindings(one) for one in _list(told.get("arguments"))]
    rows = [_row(one, len(arguments)) for one in _list(told.get("events"))]
    returned, raised, printed = told.get("returned"), told.get("raised"), told.get("printed")
    if not isinstance(printed, str) or not (isinstance(returned, str) or isinstance(raised, list)):
        raise ValueError("expected what is returned or raised, and what is printed")
    names = tuple(str(name) for name in raised) if isinstance(raised, list) else ()
    events = tuple(_events(_merged(rows, layout), [dict(one) for one in arguments], layout))
    depths = {event.frame: event.depth for event in events}
    return Trace(events, returned if isinstance(returned, str) else None, names, printed, tuple(arguments), depths)


Row = tuple[int, int, int, dict[str, str | None], bool]


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError("expected a list")
    return value


def _bindings(value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
        raise ValueError("expected names with their values")
    return {str(name): text for name, text in value.items()}


def _row(value: Any, frames: int) -> Row:
    match value:
        case [int(line), int(frame), int(depth), dict(changes), *rest] if 0 <= frame < frames and line > 0:
            if all(isinstance(text, str | None) for text in changes.values()):
                return line, frame, depth, dict(changes), bool(rest)
    raise ValueError("expected events as lines, frames, depths and changes")


def _merged(rows: Sequence[Row], layout: Layout) -> list[Row]:
    """The rows with the lines of each statement that goes over several put together."""
    out: list[Row] = []
    last: dict[int, int] = {}
    for line, frame, depth, changes, raised in rows:
        start = layout.starts.get(line, line)
        before = last.get(frame)
        if before is not None and start in layout.several and out[before][0] == start:
            old = out[before]
            out[before] = (start, frame, depth, {**old[3], **changes}, old[4] or raised)
            continue
        last[frame] = len(out)
        out.append((start, frame, depth, changes, raised))
    return out


def _events(rows: Sequence[Row], bound: list[dict[str, str]], layout: Layout) -> Iterator[Event]:
    frames = [_Frame(one, {}) for one in bound]
    following: dict[int, int] = {}
    after: list[int | None] = [None] * len(rows)
    for index in range(len(rows) - 1, -1, -1):
        line, own = rows[index][:2]
        after[index] = following.get(own)
        following[own] = line
    for index, (line, number, depth, changes, raised) in enumerate(rows):
        frame = frames[number]
        loops = layout.around(line)
        for loop in loops:
            _count(frame, loop, line, layout)
        for gone in [at for at in frame.rounds if line not in layout.blocks[at].whole]:
            del frame.rounds[gone]
        before = dict(frame.bound)
        for name, text in changes.items():
            if text is None:
                frame.bound.pop(name, None)
            else:
                frame.bound[name] = text
        rounds = tuple((loop.line, frame.rounds.get(loop.line, 0)) for loop in loops)
        frame.last = line
        heads = line in layout.blocks and layout.blocks[line].loop
        coming = frame.rounds.get(line, 0) + 1 if heads else None
        yield Event(line, number, depth, rounds, before, dict(frame.bound), after[index], raised, coming)


def _count(frame: _Frame, loop: Block, line: int, layout: Layout) -> None:
    """Count an iteration where this line begins the body of a loop."""
    if line != loop.first:
        return
    inner = layout.blocks.get(line)
    again = inner is not None and inner.loop and frame.last is not None and frame.last in inner.whole
    if not again or frame.last == loop.line:
        frame.rounds[loop.line] = frame.rounds.get(loop.line, 0) + 1
        for inside in [at for at in frame.rounds if at != loop.line and at in loop.body]:
            del frame.rounds[inside]
