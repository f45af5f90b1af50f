"""A worker process of the tools: a call comes in as a line of JSON, its answer goes out as a line.

``python -m verifier.serving.mcp.child`` with its settings as JSON; it ends when its input does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TextIO

from verifier.answers.compare import same_answer
from verifier.chain import Chain
from verifier.judging.agreeing.judge import FormalJudge
from verifier.judging.agreeing.trusting import Trust
from verifier.judging.decide import formal_judge
from verifier.judging.deciding.translation import Decision
from verifier.judging.judgements.judgement import HeardTranslation, JudgedChain, JudgedStep
from verifier.judging.translations.intake import Textless, by_themselves
from verifier.judging.translations.translation import Translated, Translation
from verifier.kernel.verdict import Proved, Refuted
from verifier.language.lint import lint
from verifier.language.linting.findings import Finding, Severity
from verifier.language.places import Place, ShapeError
from verifier.language.read_chain import read_chain
from verifier.pipeline.judge import Judge
from verifier.processes.worker import say, work
from verifier.serving.mcp.advice import EMPTY, MEND, TRANSLATED_OTHERWISE, UNSAID
from verifier.serving.mcp.answer import Answer, quoted, unknown
from verifier.serving.mcp.statements import Question, given_in, proved, refuted, told
from verifier.serving.mcp.steps import of_chain, of_step, word_of

NORM: Final = "the resource verifier://language says what belongs where"
MOST_FINDINGS: Final = 4
"""Most findings of the linter that are told of a chain that is judged."""

TEXTS: Final = 'add both, "problem" and "steps_text", so that quotes can be compared with the words'


def of_formal(given: Any, judge: Judge) -> Answer:
    """Return what is told of a formal chain, as JSON values or as their text: the caller vouches for it."""
    try:
        chain = read_chain(json.loads(given) if isinstance(given, str) else given)
    except json.JSONDecodeError as error:
        return unknown(f"it is no JSON: {error}", NORM)
    except RecursionError:
        return unknown("it is no formal chain: it nests too deep", NORM)
    except ShapeError as error:
        return unknown(f"it is no formal chain: {error}", NORM)
    [translated] = by_themselves([Translation(chain, given=True)])
    if isinstance(translated, Textless):
        return unknown("it is without the text of its chain", TEXTS)
    found = lint(translated.translations[0].formal)
    if (why := translated.translations[0].set_aside) is not None:
        lines = tuple(map(_finding, sorted(found, key=lambda one: one.severity is not Severity.ERROR)))
        return Answer("unknown: the formal chain is set aside", lines or (why,), following=f"mend these; {NORM}")
    return _judged(translated, found, judge)


def _judged(translated: Translated, found: list[Finding], judge: Judge) -> Answer:
    made = judge.combined(translated, Trust.EVIDENCE)
    [heard] = made.translations
    lines = [f"correct: {', '.join(str(step.index) for step in made.steps if step.correct)}"]
    lines *= any(step.correct for step in made.steps)
    lines += [line for step in made.steps if not step.correct for line in _step(step, heard)]
    lines += _facts(made, heard)
    lines += list(map(_finding, found))[:MOST_FINDINGS]
    if (more := len(found) - MOST_FINDINGS) > 0:
        lines.append(f"and {more} more findings of the linter")
    first, by = made.first_error, "as given by the caller"
    if first is not None and first >= 0:
        following = f"{MEND}; {TRANSLATED_OTHERWISE}"
        return Answer(f"incorrect: first at step {first} (counted from 0), {by}", tuple(lines), following=following)
    if first == -1:
        return Answer(f"correct: all {len(made.steps)} steps, {by}", tuple(lines[1:]))
    open_ = [step for step in made.steps if step.correct is None]
    said = f"unknown: no error found, and {len(open_)} of {len(made.steps)} steps are not settled, {by}"
    return Answer(said, tuple(lines), following=_next(open_[0], heard))


def _step(step: JudgedStep, heard: HeardTranslation) -> Iterator[str]:
    """The lines of a step that is not correct: the statements that are not proved, and what keeps it open."""
    word = word_of(step.correct, step.reason)
    if step.finding is not None:
        word += f", {step.finding.value.replace('_', ' ')}"
    lines = [_said(one, heard) for one in _open(step, heard)]
    if step.uncovered and step.correct is None:
        lines.append(f"its statements leave out, or say otherwise: {quoted(step.uncovered)}")
    lines += [f"{one.check}: {one.found} (bars {one.bars.value})" for one in step.doubts]
    yield f"step {step.index}: {word}{': ' if lines else ''}{''.join(lines[:1])}"
    yield from lines[1:]


def _said(decision: Decision, heard: HeardTranslation) -> str:
    """A statement with its verdict, the values at which it fails, and what it rests on."""
    answer = told(decision, given=given_in(heard.translation.formal))
    values = f", fails at {answer.counterexample}" if answer.counterexample else ""
    rests = "".join(f", {line}" for line in answer.lines)
    return f"{decision.said.text}: {answer.verdict}{values}{rests}"


def _open(step: JudgedStep, heard: HeardTranslation) -> list[Decision]:
    """The decisions of a step that keep it from being correct: those that are refuted, else those not proved."""
    decisions = [one for statement in heard.steps[step.index].statements for one in statement.decisions]
    refuted = [one for one in decisions if isinstance(one.verdict, Refuted)]
    return refuted or [one for one in decisions if not isinstance(one.verdict, Proved)]


def _next(step: JudgedStep, heard: HeardTranslation) -> str:
    found = _open(step, heard)
    if found:
        return told(found[0]).following
    if step.uncovered:
        return UNSAID
    return EMPTY


def _facts(made: JudgedChain, heard: HeardTranslation) -> Iterator[str]:
    """The facts of the caller's own making on which verdicts rest: whether they are so, no engine can tell."""
    used = dict.fromkeys(id for _, one in made.decisions() for id in heard.model_facts(one))
    if used:
        yield f"rests on model facts, which nobody checks: {', '.join(used)}"


def _finding(found: Finding) -> str:
    """A finding of the linter without the id of the chain, which the caller knows."""
    place = found.place
    here = Place("", place.variable, place.fact, place.ask, place.step, place.statement, place.column)
    return f"{found.severity.value} {found.code.value}{f' at {here}' if str(here) else ''}: {found.message}"


Tool = Callable[[Mapping[str, Any]], Answer]
"""From the arguments of a call to its answer."""


class Tools:
    """The tools by their names."""

    def __init__(self, exactly: Judge) -> None:
        self._exactly, self._formally = exactly, formal_judge()
        self.by_name: dict[str, Tool] = {
            "check_step": self.check_step,
            "check_chain": self.check_chain,
            "check_formal": self.check_formal,
            "prove": self.prove,
            "refute": self.refute,
            "same_answer": self.same_answer,
        }

    def check_step(self, asked: Mapping[str, Any]) -> Answer:
        """Return what is told of one step after others."""
        return of_step(self._exactly(Chain.of(asked["problem"], [*asked["before"], asked["step"]])), self._formally)

    def check_chain(self, asked: Mapping[str, Any]) -> Answer:
        """Return what is told of all steps."""
        return of_chain(self._exactly(Chain.of(asked["problem"], asked["steps"], answer=asked["answer"])))

    def check_formal(self, asked: Mapping[str, Any]) -> Answer:
        """Return what is told of a formal chain, which the caller vouches for."""
        return of_formal(asked["chain"], self._exactly)

    def prove(self, asked: Mapping[str, Any]) -> Answer:
        """Return whether a statement follows."""
        return self._about(asked, proved)

    def refute(self, asked: Mapping[str, Any]) -> Answer:
        """Return where a statement fails."""
        return self._about(asked, refuted)

    def same_answer(self, asked: Mapping[str, Any]) -> Answer:
        """Return whether two final answers are the same."""
        found = same_answer(asked["a"], asked["b"])
        return Answer(f"{found.state}: {found.reason}")

    def _about(self, asked: Mapping[str, Any], decide: Callable[[FormalJudge, Question], Answer]) -> Answer:
        question = Question(asked["statement"], tuple(asked["given"]), tuple(asked["types"].items()))
        try:
            return decide(self._formally, question)
        except ShapeError as error:
            named = error.place.variable
            return unknown(f"{named}: {error.message}" if named else error.message)


def serve(settings: str, lines: TextIO, out: TextIO) -> None:
    """Answer calls until ``lines`` end. Raises: OSError when nobody listens any more; LeanUnavailable at the start,
    where it is required."""
    wanted = json.loads(settings)
    with Judge(wanted["lean"], wanted["timeout"]) as judge:
        tools = Tools(judge)
        say("ready", out)
        while line := lines.readline():
            asked = json.loads(line)
            say(tools.by_name[asked["tool"]](asked["arguments"]).text, out)


if __name__ == "__main__":
    work(serve)
