"""Formal chains of a few statements, judged."""

from __future__ import annotations

from typing import Any

from verifier.judging.formal.judge import FormalJudge, JudgedFormal
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
    said = [{"id": f"p{i}", "kind": "given", "quote": "", "expr": text} for i, text in enumerate(facts)]
    names = {name: {"type": kind, "means": name} for name, kind in TYPES.items()}
    data = {"formal": 1, "id": "c", "vars": names, "facts": said, "asks": list(asks), "steps": list(steps)}
    return FormalJudge()([read_chain(data)])


def states(found: JudgedFormal) -> list[str]:
    return [state.value for state in found.agreed]
