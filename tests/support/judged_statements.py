"""Formal chains of a few statements, judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from verifier.judging.agreeing.judge import JudgedFormal
from verifier.judging.decide import formal_judge
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain

TYPES = {
    "x": "real",
    "y": "real",
    "total": "real",
    "n": "count",
    "k": "int",
    "a": "real",
    "share": "real",
    "p": "bool",
    "q": "bool",
}


def statement(role: str, *expr: str, **more: Any) -> dict[str, Any]:
    return {"role": role, "quote": "", "expr": list(expr), **more}


def claim(*expr: str) -> dict[str, Any]:
    return statement("claim", *expr)


def judged(facts: list[str], *steps: list[dict[str, Any]], asks: tuple[str, ...] = ()) -> JudgedFormal:
    return formal_judge()([formal_chain(TYPES, facts, steps, asks)])


def formal_chain(
    letters: Mapping[str, str], facts: Iterable[str], steps: Iterable[list[dict[str, Any]]], asks: Iterable[str] = ()
) -> FormalChain:
    """Return a formal chain of given facts and statements, with letters of these types."""
    said = [{"id": f"p{i}", "kind": "given", "quote": "", "expr": text} for i, text in enumerate(facts)]
    names = {name: {"type": kind, "means": name} for name, kind in letters.items()}
    return read_chain({"formal": 1, "id": "c", "vars": names, "facts": said, "asks": [*asks], "steps": [*steps]})


def find_verdicts(letters: Mapping[str, str], facts: Iterable[str], claims: Sequence[str]) -> list[Any]:
    """Return the verdict of each claim, one a step, under the facts."""
    [found] = formal_judge()([formal_chain(letters, facts, [[claim(one)] for one in claims])]).translations
    return [one.decisions[0].verdict for step in found.steps for one in step.statements]


def find_state(letters: Mapping[str, str], facts: Iterable[str], said: str) -> str:
    """Return the state of a step that claims what is said, under the facts."""
    return formal_judge()([formal_chain(letters, facts, [[claim(said)]])]).translations[0].steps[0].state.value


def states(found: JudgedFormal) -> list[str]:
    return [state.value for state in found.agreed]
