"""A proof whose steps are stated and proved one after another, as ``have``s, before the goal is closed.

The steps may come from anybody: they are terms, and every character of the Lean text is made here, so a stored proof
holds no Lean. A closed step is a statement of its own, rendered as every closed claim is. A step with letters speaks of
the letters of the theorem; that its two sides mean something is stated, and shown, beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from verifier.checkers.evaluate import Point
from verifier.checkers.expression_json import expression_to_json, term_from_json
from verifier.checkers.lean.statement.laws import Laws, NotRenderable
from verifier.checkers.lean.statement.render import SIGN, Manner, Statement, render
from verifier.checkers.lean.statement.terms import Writer
from verifier.checkers.lean.tactics.portfolio import ORDER, Script, closings, intro, scripts
from verifier.kernel.claim import Claim, relate
from verifier.kernel.expr import Head, Node
from verifier.kernel.functions import RELATION_SIGNS, RELATIONS
from verifier.kernel.verdict import CheckFailed, Reason, Shows

TACTIC: Final = "haves"
MOST: Final = 40
"""Most steps of a proof."""

CHAINED: Final = "steps"
"""The closing that rewrites the goal by the steps, in their order, until both its sides are the same."""

_ID: Final = r"s([0-9]{1,6})\.c([0-9]{1,6})"


@dataclass(frozen=True, slots=True)
class Have:
    """A step of a proof: the ``id`` of the claim that it comes from, what it says, and how it is shown there."""

    id: str
    claim: Claim
    tactic: str = "grind"
    as_rounded: bool = False

    @property
    def name(self) -> str:
        """Its name in the proof. Raises: CheckFailed, on an id that names no claim of a step."""
        found = re.fullmatch(_ID, self.id)
        if found is None:
            raise CheckFailed(f"{self.id!r:.40} names no claim of a step")
        return f"step{int(found[1])}_{int(found[2])}"


def spelled(haves: Sequence[Have]) -> list[dict[str, Any]]:
    """Return steps as JSON values, as the data of a proof hold them."""
    return [
        {
            "id": have.id,
            "relation": RELATION_SIGNS[have.claim.relation],
            "left": expression_to_json(have.claim.left),
            "right": expression_to_json(have.claim.right),
            "tactic": have.tactic,
            **({"as_rounded": True} if have.as_rounded else {}),
        }
        for have in haves
    ]


def read(data: Any) -> list[Have]:
    """Return the steps that the data of a proof hold. Raises: CheckFailed."""
    if not isinstance(data, list) or len(data) > MOST:
        raise CheckFailed(f"expected at most {MOST} steps")
    return [_read(row) for row in data]


_SIGNS = {RELATION_SIGNS[relation] for relation in SIGN}


def _read(row: Any) -> Have:
    match row:
        case {"id": str(id), "relation": str(sign), "left": left, "right": right, "tactic": str(by)} if sign in _SIGNS:
            try:
                claim = relate(RELATIONS[sign], term_from_json(left), term_from_json(right))
            except ValueError as error:
                raise CheckFailed(str(error)) from error
            return Have(id, claim, by, row.get("as_rounded") is True)
    raise CheckFailed("expected a step as an id, a relation, two terms and a tactic")


def named(statement: Statement, point: Point) -> list[str]:
    """Return the names of the closings of a statement, the first to try first."""
    found = list(scripts(statement, point) if statement.at_point else closings(statement))
    return [CHAINED, *found] if statement.at_point and not statement.bound else found


def ways(have: Have, statement: Statement) -> list[str]:
    """Return the names of the tactics that may show a step inside a proof of ``statement``: none where it cannot be
    written there."""
    try:
        if have.claim.letters:
            _lettered(have, statement)
            return ["grind"]
        return list(scripts(_closed(have), {}))
    except (NotRenderable, CheckFailed):
        return []


def script(statement: Statement, point: Point, data: Mapping[str, Any]) -> Script:
    """Return the proof by the steps of ``data``. Raises: CheckFailed where they cannot stand in such a proof."""
    haves, order = read(data.get("haves")), data.get("rewrite", [])
    if not isinstance(order, list) or len(order) > MOST:
        raise CheckFailed(f"expected to rewrite by at most {MOST} steps")
    return _script(statement, point, haves, (data.get("closing"), tuple(order)))


def _script(statement: Statement, point: Point, haves: Sequence[Have], closing: tuple[Any, tuple[Any, ...]]) -> Script:
    if len({have.name for have in haves}) < len(haves):
        raise CheckFailed("two steps have one name")
    lines, modules = _closing(statement, point, haves, closing)
    written = [_line(have, statement) for have in haves]
    head = [] if statement.at_point else [intro(statement)]
    body = "".join(f"  {_indented(line)}\n" for line in (*head, *(line for line, _ in written), *lines))
    found = dict.fromkeys((*modules, *(name for _, names in written for name in names)))
    return Script(f"by\n{body}", tuple(found))


def line_of(have: Have, statement: Statement, haves: Sequence[Have]) -> tuple[int, int]:
    """Return the first line of a step in the proof of these steps, and the line after it; the proof begins at line 1.

    Raises: CheckFailed.
    """
    at = 2 if statement.at_point else 3
    for one in haves:
        size = _line(one, statement)[0].count("\n") + 1
        if one.id == have.id:
            return at, at + size
        at += size
    raise CheckFailed(f"{have.id} is no step of the proof")


def _closing(
    statement: Statement, point: Point, haves: Sequence[Have], closing: tuple[Any, tuple[Any, ...]]
) -> tuple[Sequence[str], Sequence[str]]:
    """The lines that close the goal, and the modules that they mention."""
    name, order = closing
    if name == CHAINED and CHAINED in named(statement, point):
        by_id = {have.id: have.name for have in haves}
        if not order or not all(isinstance(id, str) and id in by_id for id in order):
            raise CheckFailed("expected to rewrite by steps of the proof")
        return [f"rw [{', '.join(by_id[id] for id in order)}]"], ()
    if statement.at_point:
        found = scripts(statement, point).get(name) if isinstance(name, str) else None
        if found is not None:
            return [f"exact {found.text}"], found.modules
    elif isinstance(name, str) and name in (members := closings(statement)):
        facts, last = members[name]
        return [*facts, last], ORDER if statement.ordered else ()
    raise CheckFailed(f"no closing is called {name!r:.40}")


def _line(have: Have, statement: Statement) -> tuple[str, Sequence[str]]:
    """A step as Lean text, and the modules that it mentions. Raises: CheckFailed."""
    try:
        if have.claim.letters:
            if have.tactic != "grind" or have.as_rounded:
                raise CheckFailed(f"a step with letters is not shown by {have.tactic!r:.40}")
            return f"have {have.name} : {_lettered(have, statement)} := by grind", ()
        stated = _closed(have)
    except NotRenderable as error:
        raise CheckFailed(f"{have.id} cannot be written: {error}", Reason.OUT_OF_SCOPE) from error
    found = scripts(stated, {}).get(have.tactic)
    if found is None:
        raise CheckFailed(f"no proof of the portfolio is called {have.tactic!r:.40}")
    modules = ("Verifier.Closed",) if "Verifier." in stated.text else ()
    return f"have {have.name} : {stated.text} := {found.text.rstrip()}", (*modules, *found.modules)


def _closed(have: Have) -> Statement:
    return render(have.claim, Shows.TRUE, Manner(as_rounded=have.as_rounded))


def _lettered(have: Have, statement: Statement) -> str:
    """A step in the theorem's own letters and roots, with what it takes for both sides to mean something."""
    if statement.at_point:
        raise NotRenderable("the theorem has no letters")
    names = {letter: f"x{i}" for i, letter in enumerate(statement.letters)}
    if missing := sorted(have.claim.letters - names.keys()):
        raise NotRenderable(f"the theorem does not have {', '.join(missing)}")
    bound, roots = list(statement.bound[len(names) :]), [root for root in statement.roots if isinstance(root, Node)]
    writer = Writer(statement.numbers, names, roots=roots, bound=list(bound))
    if have.claim.relation not in (Head.EQ, Head.NE) and not statement.ordered:
        raise NotRenderable("the theorem's numbers have no order")
    text = f"({writer.text(have.claim.left)} {SIGN[have.claim.relation]} {writer.text(have.claim.right)})"
    if writer.bound != bound or writer.branches or writer.laws != Laws():
        raise NotRenderable("it has roots or functions that the theorem does not have")
    return " ∧ ".join([*(condition.text for condition in writer.defined), text])


def _indented(text: str) -> str:
    """Lines after the first stand deeper: Lean minds how lines are indented."""
    return text.replace("\n", "\n    ")
