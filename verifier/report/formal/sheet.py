"""What people are shown of the record of a formal chain, as plain values: each step with its translations, what was
decided of their statements, and what these rest on.

A record is a file's word: nothing here is a verdict. What does not fit together is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from verifier.chain import name_of
from verifier.intake.bad import BadInput
from verifier.judging.judgements.judgement import FOUND, FormalFinding, Reading, Unjudgement
from verifier.judging.judgements.reasons import MEANING, WORD
from verifier.kernel.verdict import Reason
from verifier.language.formal_chain import FormalChain
from verifier.language.linting.findings import Bars
from verifier.language.places import ShapeError
from verifier.language.read_chain import read_chain
from verifier.records.record import SCHEMA, has_translations, schema_fault
from verifier.report.formal.view import FormalSheet, view


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided of an expression: ``verdict`` in a word, ``why`` it is unknown, and the facts and statements
    that it rests on, each with its words and whether it is the translator's own."""

    verdict: str
    why: str = ""
    rests_on: tuple[tuple[str, str, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class TranslationSheet:
    """A translation as it is shown. ``decided``: by the id of the expression; ``states``: what each step comes to."""

    sheet: FormalSheet
    decided: Mapping[str, Decided]
    states: tuple[str, ...]
    set_aside: str | None
    given: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class JudgedStepSheet:
    """A step: ``state`` is correct, incorrect, checked or open, ``word`` says it with the reading that settles it.

    ``failed``: the checks that translations did not pass, in words; ``estimate``: what a model estimates up to here.
    """

    index: int
    text: str
    state: str
    word: str
    finding: str = ""
    differs: str = ""
    failed: tuple[str, ...] = ()
    estimate: str = ""


@dataclass(frozen=True, slots=True)
class JudgedFormalSheet:
    """A chain with its translations as it is shown."""

    id: str
    problem: str
    steps: tuple[JudgedStepSheet, ...]
    translations: tuple[TranslationSheet, ...]
    first_error: int | None


def formal_sheet(data: Any) -> JudgedFormalSheet:
    """Return what is shown of a record. Raises: BadInput, which says what does not fit."""
    if (fault := schema_fault(data, SCHEMA)) is not None:
        raise BadInput(fault)
    if not has_translations(data):
        raise BadInput('expected a record with "translations", found none')
    try:
        translations = tuple(_translation(row, len(data["steps"])) for row in data["translations"])
        estimates = _estimates(data)
        steps = tuple(
            replace(_step(row, i, translations), estimate=estimates[i]) for i, row in enumerate(data["steps"])
        )
        first = next((step.index for step in steps if step.state == "incorrect"), None)
        if first is not None and data["first_error"] != first:
            raise BadInput(f'expected "first_error" to be {first}, the first step settled incorrect')
        name = name_of(data["id"], data.get("place")) or "a chain"
        return JudgedFormalSheet(name, str(data["problem"]), steps, translations, first)
    except ShapeError as error:
        raise BadInput(str(error)) from error
    except BadInput:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise BadInput(f"expected a record of a formal chain ({error})") from error


def _estimates(data: Mapping[str, Any]) -> list[str]:
    """What a model estimates up to each step that is not settled, in words; nothing where none was asked."""
    found = []
    for step in data["steps"]:
        told = step["kind"] == "estimated"
        if told and not (isinstance(step["score"], float) and 0 < step["score"] < 1):
            raise BadInput(f"expected estimates between 0 and 1, got {step['score']!r:.40}")
        by = str(data["versions"]["prm"]) if told else ""
        found.append(f"right up to here with probability {step['score']:.2f}, estimated by {by}" if told else "")
    return found


def _translation(row: Mapping[str, Any], steps: int) -> TranslationSheet:
    chain = read_chain(row["chain"])
    decisions = [one for step in row["steps"] for one in step["decisions"]]
    if len(chain.steps) != steps and row["set_aside"] is None:
        raise BadInput(f"expected a translation of {steps} steps, got {len(chain.steps)}")
    return TranslationSheet(
        view(chain, ()),
        {str(one["id"]): _decided(one, chain) for one in decisions},
        tuple(str(step["state"]) for step in row["steps"]),
        row["set_aside"],
        row["given"] is True,
        row["counts"] is True,
    )


def _decided(row: Mapping[str, Any], chain: FormalChain) -> Decided:
    words = {fact.id: fact.quote for fact in chain.facts}
    models = set(row["model_facts"])
    rests = tuple((str(id), words.get(id, ""), id in models) for id in row["rests_on"])
    second = tuple((id, words.get(id, ""), True) for id in row["model_facts"] if id not in row["rests_on"])
    if row["verdict"] not in ("proved", "refuted", "independent", "unknown"):
        raise BadInput(f"expected a verdict, got {row['verdict']!r:.40}")
    why = "" if row["reason"] is None else str(row["detail"] or MEANING[Reason(row["reason"])])
    return Decided(row["verdict"], why, (*rests, *second))


def _step(row: Mapping[str, Any], index: int, translations: tuple[TranslationSheet, ...]) -> JudgedStepSheet:
    if row["index"] != index:
        raise BadInput(f'step {index}: expected an object with "index": {index}')
    finding = FOUND[FormalFinding(row["finding"])] if row["finding"] is not None else ""
    state, word = _judgement(row)
    counting = [(i, one) for i, one in enumerate(translations, 1) if one.states and one.set_aside is None]
    states = {one.states[index] for _, one in counting}
    differs = ", ".join(f"[{i}] {one.states[index]}" for i, one in counting) if len(states) > 1 else ""
    return JudgedStepSheet(index, str(row["text"]), state, word, finding, differs, tuple(_failed(row)))


def _failed(row: Mapping[str, Any]) -> Iterator[str]:
    """The checks that kept translations from settling a step; records of earlier versions name none."""
    for one in row.get("doubts", ()):
        yield f"{one['check']}: {one['found']} (bars {Bars(one['bars'])})"
    if (left := row.get("uncovered", ())) and row["kind"] != "settled":
        yield f"left out or said otherwise: {', '.join(map(str, left))}"


def _judgement(row: Mapping[str, Any]) -> tuple[str, str]:
    if row["kind"] == "settled":
        by = {Reading.EXACT: "by the exact reading", Reading.GIVEN: "as given", Reading.TRANSLATED: "as translated"}
        state = "correct" if row["correct"] is True else "incorrect"
        return state, f"{state} {by[Reading(row['reading'])]}"
    if row["checked"] is True:
        return "checked", "checked"
    says = {"proved": "; correct under this reading", "refuted": "; incorrect under this reading"}
    why = Unjudgement.NOT_SETTLED if row["reason"] is None else Unjudgement(row["reason"])
    return "open", WORD[why] + says.get(row["says"], "")
