"""What a trace says of a claim: whether it holds, fails or is open, with the event and the value that show it.

Trusted.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from verifier.checkers.runs.reproduced import reproduces
from verifier.checkers.runs.shapes import iteration_of
from verifier.checkers.runs.syntax import NotPython, expression, module, read_outside
from verifier.checkers.runs.trace import END, Event, Layout, Trace
from verifier.checkers.runs.values import NotSpelled, alike, type_of
from verifier.kernel.run_claim import Place, RunClaim, Said
from verifier.kernel.verdict import CheckFailed, Reason

Evaluate = Callable[[str, Sequence[Mapping[str, str]]], list[str]]
"""What an expression gives in each of some states, spelled; ``!name`` where it raises."""

Seen = tuple[int, str]
"""An event, by its number (-1: the end of the run), and the value there."""

MAX_STATES: Final = 600


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a claim holds of a run, the event that shows it, and the value there."""

    holds: bool
    event: int
    value: str


def decide(claim: RunClaim, trace: Trace, evaluate: Evaluate) -> Decision:
    """Return what a trace says of a claim.

    Raises: CheckFailed, with the reason, where it says nothing: the place is not met, the value has no spelling, or it
    is met with several values of which some agree; and as ``evaluate``.
    """
    seen = [(at, alike(value)) for at, value in _seen(claim, trace, evaluate)]
    if not seen:
        raise CheckFailed("the run never reaches such a place", Reason.OUT_OF_SCOPE)
    if any(" at 0x" in value for _, value in seen):
        raise CheckFailed("a value there is an address, which differs in each run", Reason.OUT_OF_SCOPE)
    agree = [one for one in seen if one[1] in claim.values]
    if len(agree) == len(seen):
        return Decision(True, *agree[-1])
    if agree:
        raise CheckFailed(f"it is so at {len(agree)} of {len(seen)} places of the run", Reason.AMBIGUOUS)
    if any(value.startswith("<") for _, value in seen):
        raise CheckFailed("a value there cannot be written down", Reason.OUT_OF_SCOPE)
    return Decision(False, *seen[-1])


def _seen(claim: RunClaim, trace: Trace, evaluate: Evaluate) -> Iterable[Seen]:
    """The places that a claim is about, each with the value there."""
    match claim.said:
        case Said.RETURNS:
            return [(-1, trace.returned if trace.returned is not None else f"!{trace.raised[0]}")]
        case Said.RAISES:
            return [(-1, _raised(claim, trace))]
        case Said.PRINTS:
            return [(-1, repr(trace.printed))]
        case Said.AT:
            return _bound(claim.subject, claim.place, trace, Layout(claim.program))
        case Said.EVALUATES | Said.TYPE_OF:
            found = _evaluated(claim, trace, evaluate)
            return found if claim.said is Said.EVALUATES else [(at, _type(value)) for at, value in found]
        case Said.RUNS | Said.EXECUTED:
            count = _count(claim.place, trace, Layout(claim.program))
            return [(-1, repr(count) if claim.said is Said.RUNS else repr(count > 0))]
        case Said.CONDITION:
            return _condition(claim.place, trace, Layout(claim.program))
    raise CheckFailed("nothing is known of such a claim", Reason.OUT_OF_SCOPE)


def _raised(claim: RunClaim, trace: Trace) -> str:
    """The exception by the name that the claim calls it, where it is one of its bases; else by its own."""
    own = trace.raised[0] if trace.raised else "nothing"
    return next((repr(name) for name in trace.raised if repr(name) in claim.values), repr(own))


def _type(value: str) -> str:
    try:
        return repr(type_of(value))
    except NotSpelled:
        return "<unknown>"


def _chosen(place: Place, trace: Trace, layout: Layout) -> list[tuple[int, Event]]:
    """The events at a place, numbered. Raises: CheckFailed where they cannot be told apart there."""
    line = place.line
    if line is not None and line in layout.crowded:
        raise CheckFailed("this line has several statements", Reason.OUT_OF_SCOPE)
    events = [(i, e) for i, e in enumerate(trace.events) if line is None or e.line == line]
    if place.when:
        events = [(i, e) for i, e in events if _so(place, e, e.after)]
    if place.nth is None:
        return events
    if (line is None and not _in_iteration(place)) or line in layout.several:
        raise CheckFailed("it cannot be counted how often this is reached", Reason.OUT_OF_SCOPE)
    at = place.nth - 1 if place.nth > 0 else place.nth
    return events[at:][:1] if -len(events) <= at < len(events) else []


def _so(place: Place, event: Event | None, bound: Mapping[str, str]) -> bool:
    """Whether the names of a place have their values in some bindings at an event, and it is in that iteration, or on
    the line of the loop right before it."""
    rounds = {iteration_of(line): str(number) for line, number in event.loops} if event is not None else {}
    if event is not None and event.coming is not None:
        rounds[iteration_of(event.line)] = str(event.coming)
    known = {**bound, **rounds}
    return all(name in known and alike(known[name]) == text for name, text in place.when)


def _in_iteration(place: Place) -> bool:
    return any(not name.isidentifier() for name, _ in place.when)


def last_of_call(trace: Trace) -> Event | None:
    """Return the last event of what the call calls, None where it calls nothing of the program."""
    called = [event for event in trace.events if event.depth == 1]
    return next((e for e in reversed(called) if e.frame == called[-1].frame), None) if called else None


def _bound(name: str, place: Place, trace: Trace, layout: Layout) -> Iterator[Seen]:
    """What a name is bound to: at the end, after the events at a place, or anywhere at all."""
    if place.line == END:
        last = last_of_call(trace)
        if last is not None and name in last.after:
            yield len(trace.events) - 1, last.after[name]
        return
    if place == Place():
        for arguments in trace.arguments:
            if name in arguments:
                yield -1, arguments[name]
    begins = place.line is None and place.nth is None and _in_iteration(place)
    for index, event in _chosen(place, trace, layout):
        if begins and event.coming is None and name in event.before:
            yield index, event.before[name]
        if name in event.after:
            yield index, event.after[name]


def _evaluated(claim: RunClaim, trace: Trace, evaluate: Evaluate) -> list[Seen]:
    """What an expression gives at a place, before its line; where it names nothing of the run, by itself. Where it
    raises an exception, that is no place of it."""
    names = free(claim.subject, claim.program)
    tells_apart(claim.subject)
    if not names:
        reproduces(claim.subject, claim.program, names, ())
        value = evaluate(claim.subject, [{}])[0]
        return [] if value.startswith("!") else [(-1, value)]
    states: dict[tuple[tuple[str, str], ...], int] = {}
    for index, bound in _states(claim.place, trace, Layout(claim.program)):
        if names <= bound.keys():
            states.setdefault(tuple(sorted((name, bound[name]) for name in names)), index)
    if len(states) > MAX_STATES:
        raise CheckFailed("the expression has too many states", Reason.OUT_OF_BUDGET)
    if any(text.startswith("<") for state in states for _, text in state):
        raise CheckFailed("a value there cannot be written down", Reason.OUT_OF_SCOPE)
    reproduces(claim.subject, claim.program, names, [dict(state) for state in states])
    found = evaluate(claim.subject, [dict(state) for state in states]) if states else []
    return [one for one in zip(states.values(), found, strict=True) if not one[1].startswith("!")]


def _states(place: Place, trace: Trace, layout: Layout) -> Iterator[tuple[int, Mapping[str, str]]]:
    if place.line == END:
        if (last := last_of_call(trace)) is not None:
            yield len(trace.events) - 1, last.after
        return
    found: list[tuple[int, Event | None, Mapping[str, str]]] = []
    found += [(-1, None, arguments) for arguments in trace.arguments] if place.line is None else []
    for index, event in _chosen(replace(place, when=()), trace, layout):
        before = event.coming is None or not _in_iteration(place)  # that of a loop's line is of the iteration before
        found += [(index, event, event.before)] if before else []
        found += [(index, event, event.after)] if place.line is None else []
    yield from ((at, bound) for at, event, bound in found if _so(place, event, bound))


def tells_apart(expr: str) -> None:
    """Let an expression pass that tells values apart by what they are: which of two equal ones it is, no value tells.

    Raises: CheckFailed, where it asks by ``is`` for that.
    """
    for node in ast.walk(expression(expr)):
        asks = isinstance(node, ast.Compare) and any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops)
        if asks and isinstance(node, ast.Compare) and not all(map(_singular, node.comparators)):
            raise CheckFailed("whether two are one and the same is not seen from their values", Reason.OUT_OF_SCOPE)


def _singular(node: ast.expr) -> bool:
    constant = isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, bool))
    return constant or (isinstance(node, ast.Name) and isinstance(getattr(builtins, node.id, None), type))


def free(expr: str, program: str) -> frozenset[str]:
    """Return the names of an expression that a run binds: those that it binds itself, and the functions of the program
    and of Python, are none. Raises: CheckFailed on what is no expression."""
    try:
        names, whole = read_outside(expr), module(program)
    except NotPython as wrong:
        raise CheckFailed(str(wrong), Reason.OUT_OF_SCOPE) from None
    bound = {n.id for n in ast.walk(whole) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    bound |= {n.arg for n in ast.walk(whole) if isinstance(n, ast.arg)}
    bound |= {n.name for n in ast.walk(whole) if isinstance(n, ast.ExceptHandler) and n.name}
    bound |= {name for n in ast.walk(whole) if isinstance(n, ast.FunctionDef) for name in _made_inside(n)}
    return names & bound


def _made_inside(function: ast.FunctionDef) -> Iterator[str]:
    """The functions, classes and imports of a function's own."""
    for node in ast.walk(function):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) if node is not function:
                yield name
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield from ((one.asname or one.name).partition(".")[0] for one in names)


def _count(place: Place, trace: Trace, layout: Layout) -> int:
    """How often a line is executed; of the line of a loop, how often its body begins."""
    line = place.line
    if line is None or line in layout.several or line not in layout.lines:
        raise CheckFailed("it cannot be counted how often this is reached", Reason.OUT_OF_SCOPE)
    block = layout.blocks.get(line)
    if block is None or not block.loop:
        return len(_chosen(place, trace, layout))
    if place.when or place.nth is not None:
        raise CheckFailed("how often a loop goes round is counted over the whole run", Reason.OUT_OF_SCOPE)
    rounds, before = 0, dict[int, tuple[tuple[int, int], ...]]()
    for event in trace.events:
        now = dict(event.loops).get(line)
        then = dict(before.get(event.frame, ())).get(line)
        rounds += now is not None and now != then
        before[event.frame] = event.loops
    return rounds


def _condition(place: Place, trace: Trace, layout: Layout) -> Iterator[Seen]:
    """Whether the condition of an ``if`` or ``while`` held, by where the run went on."""
    block = layout.blocks.get(place.line or 0)
    if block is None or not block.marked:
        raise CheckFailed("this line has no condition with a body of its own lines", Reason.OUT_OF_SCOPE)
    for index, event in _chosen(place, trace, layout):
        if not event.raised:
            yield index, repr(event.follows in block.body)
