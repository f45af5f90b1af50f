"""From an answer to a formal chain: what is wrong goes back, and what stays wrong costs its own statement.

A bad statement becomes ``unsaid`` with the reason, so that its step is not settled correct. What else rested on it is
``unsaid`` too: claims under a supposition that could not be read would else be judged without it. Where the fault is
no statement's, the translation stays as it is, and the middle sets it aside with the linter's reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from verifier.language.formal_chain import Author, FormalChain, Role, Statement
from verifier.language.lint import lint
from verifier.language.linting.findings import Code, Finding, Severity
from verifier.language.places import ShapeError
from verifier.language.read_chain import read_chain
from verifier.language.vocabulary import MAX_WORDS
from verifier.language.walk import words

MOST_BAD: Final = 60
"""Most statements of a chain whose form is wrong; with more, the answer is garbage."""

MENDING: Final[Mapping[Code, str]] = {
    Code.NOT_A_FORMULA: "",
    Code.QUESTION_AS_GIVEN: "",
    Code.ANSWER_RELATION: "",
    Code.NUMBER_UNQUOTED: "let a statement quote the whole sentence: a goal, if the number claims nothing",
    Code.NUMBER_UNGROUNDED: "quote the words that give the number, or calculate with the text's own numbers; "
    'a fact that everybody knows has the kind "known"',
    Code.SAID_OTHERWISE: "write the text's own numbers and signs, right or wrong, in the statement that quotes them; "
    "if they claim nothing, let a goal quote them and end the other quote before",
}
"""Warnings that are worth asking again, since they keep a step from being settled, and how to correct them."""

NOTHING: Final = "the answer says nothing of this step"


@dataclass(frozen=True, slots=True)
class Text:
    """The text that is translated, and who translates."""

    id: str
    problem: str
    steps: tuple[str, ...]
    by: Author


@dataclass(frozen=True, slots=True)
class Draft:
    """What an answer comes to: a chain, if it has the form of one; what is wrong in it, and what should go back;
    ``examined``: what is wrong with its facts, though it passes the linter."""

    chain: FormalChain | None
    findings: tuple[str, ...]
    wrong: tuple[Finding, ...] = ()
    examined: tuple[str, ...] = ()


Bad = dict[tuple[int, int], str]
"""Statements whose form is wrong, and why."""


def draft(fields: Mapping[str, Any], text: Text, span: tuple[int, int] | None = None) -> Draft:
    """Return what the fields of an answer come to; ``span``: the steps that it is of, None for all."""
    bad: Bad = {}
    steps = [_unread(text.steps[i]) if one is None else one for i, one in enumerate(fields["steps"])]
    missing = [f"step {i}: {NOTHING}" for i, one in enumerate(fields["steps"]) if one is None]
    while True:
        try:
            chain = read_chain({**fields, "id": text.id, "steps": _without(steps, bad, text.steps)})
        except ShapeError as wrong:
            place = (wrong.place.step, wrong.place.statement)
            if place[0] is None or place[1] is None or len(bad) >= MOST_BAD or place in bad:
                return Draft(None, (*missing, _shown(str(wrong))))
            bad[place[0], place[1]] = wrong.message
            continue
        break
    chain = replace(chain, problem=text.problem, steps_text=text.steps, by=text.by)
    found = [one for one in lint(chain) if _within(one, span)]
    errors = tuple(one for one in found if one.severity is Severity.ERROR)
    told = [*missing, *(f"step {i}, statement {j}: {why}" for (i, j), why in bad.items()), *map(_without_chain, errors)]
    told += [_with_mending(one) for one in found if one.code in MENDING and one not in errors]
    return Draft(chain, tuple(map(_shown, told)), errors)


def _within(finding: Finding, span: tuple[int, int] | None) -> bool:
    step = finding.place.step
    return span is None or step is None or span[0] <= step < span[1]


def mended(found: Draft) -> FormalChain | None:
    """Return the chain of a draft with each bad statement ``unsaid``; None where there is no chain."""
    chain = found.chain
    if chain is None:
        return None
    faults: dict[tuple[int, int], str] = {}
    for one in found.wrong:
        if one.place.step is not None and one.place.statement is not None:
            faults.setdefault((one.place.step, one.place.statement), f"{one.code.value}: {one.message}")
    return _unsaid(chain, faults)


def _unsaid(chain: FormalChain, faults: Mapping[tuple[int, int], str]) -> FormalChain:
    """The chain with these statements unsaid, and those that rested on them."""
    steps, last, lost = [], -1, set[str]()
    for i, step in enumerate(chain.steps):
        said = []
        for j, one in enumerate(step.statements):
            why = faults.get((i, j))
            if one.role is Role.RETRACT:
                why = None  # what it took back is not known: the linter's error sets the whole translation aside
            if why is not None and one.role is Role.SUPPOSE:
                until = i if one.until is None else one.until
                last = len(chain.steps) if until < i else max(last, until)
            elif why is None and i <= last and one.role not in (Role.GOAL, Role.UNSAID, Role.RETRACT):
                why = "it stands under a supposition that could not be read"
            if why is not None and one.role is Role.DEFINE:
                lost |= {word for said_ in one.said for word in words(said_.text)}
            said.append(_one(one, why, chain.steps_text[i], lost))
        steps.append(replace(step, statements=tuple(said)))
    return replace(chain, steps=tuple(steps))


def _one(one: Statement, why: str | None, text: str, lost: set[str]) -> Statement:
    if why is not None:
        quote = one.quote if one.quote.strip() and one.quote in text else text
        return Statement(Role.UNSAID, quote, reason=_shown(why))
    if one.role is Role.DEFINE and any(word in lost for said in one.said for word in words(said.text)):
        return replace(one, role=Role.CLAIM)  # a name whose first definition was lost is not fresh
    return one


def _without(steps: Sequence[Any], bad: Bad, texts: Sequence[str]) -> list[Any]:
    found: list[Any] = [list(step) if isinstance(step, list) else step for step in steps]
    for (i, j), why in bad.items():
        states = found[i]["statements"] if isinstance(found[i], dict) else found[i]
        states[j] = _left(states[j], why, texts, i)
    return found


def _left(state: Any, why: str, texts: Sequence[str], index: int) -> dict[str, Any]:
    """What is left of a statement whose form is wrong: a supposition stays one, to the end, for what rests on it."""
    text = texts[index]
    if isinstance(state, dict) and state.get("role") == Role.SUPPOSE.value:
        return {"role": Role.SUPPOSE.value, "quote": text, "expr": "?", "until": len(texts) - 1}
    if isinstance(state, dict) and state.get("role") == Role.RETRACT.value:
        return {"role": Role.RETRACT.value, "quote": text}
    return {"role": Role.UNSAID.value, "quote": text, "reason": _shown(why)}


def _unread(text: str) -> list[Any]:
    return [{"role": Role.UNSAID.value, "quote": text, "reason": NOTHING}] if text.strip() else []


def _without_chain(finding: Finding) -> str:
    place = str(replace(finding.place, chain=""))
    return f"{place}: {finding.code.value}: {finding.message}" if place else f"{finding.code.value}: {finding.message}"


def _with_mending(finding: Finding) -> str:
    told = MENDING[finding.code]
    return f"{_without_chain(finding)} ({told})" if told else _without_chain(finding)


def _shown(text: str) -> str:
    return text if len(text) <= MAX_WORDS // 4 else f"{text[: MAX_WORDS // 4]}..."
