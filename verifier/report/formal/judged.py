"""A chain judged by its translations as a person reads it: each step's words, its statements with their verdicts, and
the facts that these rest on. Reads without colour too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rich.console import Console
from rich.text import Text

from verifier.judging.agreeing.trusting import AtLevel, Settling
from verifier.judging.deciding.translation import Decision, JudgedStatement
from verifier.judging.judgements.judgement import (
    FOUND,
    HeardTranslation,
    JudgedChain,
    JudgedStep,
    Reading,
    State,
    Unjudgement,
)
from verifier.judging.judgements.reasons import MEANING, WORD
from verifier.kernel.verdict import Unknown
from verifier.language.formal_chain import Role
from verifier.language.linting.quotes import Text as Quoted
from verifier.records.record import word
from verifier.report.summary import in_short
from verifier.report.terminal import (
    COLOUR,
    MARGIN,
    SHORT,
    SIGN,
    STANDING,
    WIDEST,
    beside,
    headed,
    of_answer,
    quiet,
    styled,
    title_of,
    underlined,
)
from verifier.report.terminal import show as show_text
from verifier.report.terminal_text import MAX_SHOWN, lines, safe

MOST_QUOTED = 60
"""Most characters of a fact's words that are shown."""

LEGEND = "✓ proved  ✗ refuted  ? unknown  ~ independent  ◇ set up, not claimed"
_SIGN = {**SIGN, "independent": "~"}


def view(judged: JudgedChain, console: Console) -> None:
    """Print a judged chain, with its translations where it has some. Raises: OSError when the reader is gone."""
    (show_text if judged.trust is None else show)(judged, console)


def show(judged: JudgedChain, console: Console) -> None:
    """Print the problem, each step with its statements, and a summary.

    Raises:
        OSError: when the reader is gone.
    """
    width = max(20, min(console.width, WIDEST) - MARGIN)
    plain = console.color_system is None or console.no_color
    problem = [styled(row, ()) for row in lines(judged.chain.problem, lambda _: None, width)]
    rows = [*headed(title_of(judged.chain), problem)]
    for step in judged.steps:
        rows += [Text(), *_step(step, judged, width, plain)]
    for row in [*rows, Text(), *_summary(judged)]:
        console.print(row, soft_wrap=True, highlight=False)
    if plain:
        console.print(Text(LEGEND), soft_wrap=True)


def _step(step: JudgedStep, judged: JudgedChain, width: int, plain: bool) -> Iterator[Text]:
    counting = [one for one in judged.translations if one.counts]
    statements = list(counting[0].steps[step.index].statements) if counting else []
    states = [_state(one) for one in statements]
    body = []
    for row in lines(step.text, _marks(step.text, statements, states), width):
        body.append(styled(row, states))
        if plain and any(glyph.mark is not None for glyph in row):
            body.append(Text(underlined(row, states)))
    yield from beside(_title(step), body)
    for place, one in enumerate(judged.translations):
        if one.steps and (one.counts or one.translation.given):
            several = sum(bool(other.steps) for other in judged.translations) > 1
            yield from _statements(one, step.index, f"[{place + 1}] " if several else "", width)
    yield from quiet(
        [*_not_passed(step), *_under_this_reading(step, counting, judged.trust), *_estimate(step, judged)], width
    )


def _statements(one: HeardTranslation, index: int, name: str, width: int) -> Iterator[Text]:
    for statement in one.steps[index].statements:
        for decision in statement.decisions:
            state = word(decision)
            said = f"{_SIGN[state]} {name}{safe(decision.said.text)}{_why(decision)}"
            style = COLOUR.get(state, COLOUR["unknown"]).split()[-2]
            for number, row in enumerate(lines(said, lambda _: None, width - 2)):
                yield Text(" " * MARGIN + "  " * (number > 0) + "".join(glyph.shown for glyph in row), style)


def _why(decision: Decision) -> str:
    if isinstance(decision.verdict, Unknown):
        return f": {safe(decision.verdict.detail or MEANING[decision.verdict.reason])}"
    rests = f"  from {', '.join(map(safe, decision.rests_on))}" if decision.rests_on else ""
    return rests if decision.firm or not decision.rests_on else f"{rests} (stated, not proved)"


def _not_passed(step: JudgedStep) -> Iterator[str]:
    """The checks that keep translations from settling the step, by name."""
    for one in step.doubts:
        yield f"! {one.check}: {safe(one.found)} (bars {one.bars.value})"
    if step.uncovered and step.correct is None:
        yield f"! left out or said otherwise: {', '.join(f'“{_short(words)}”' for words in step.uncovered)}"


def _under_this_reading(step: JudgedStep, counting: list[HeardTranslation], trust: Settling | None) -> Iterator[str]:
    """Say by which reading the step is judged, and the facts that this rests on, with their words."""
    if step.finding is not None:
        exact = "" if step.exact is None else f"{'correct' if step.exact else 'incorrect'} by the exact reading; "
        yield f"! {step.finding.value}: {exact}{FOUND[step.finding]}"
    elif step.reading is Reading.EXACT:
        yield f"{'correct' if step.correct else 'incorrect'} {_BY[step.reading]}"
    if step.under_this_reading is None or (step.reading is Reading.EXACT and not counting):
        return
    said = "correct" if step.under_this_reading else "incorrect"
    by = _BY[None if step.reading is Reading.EXACT else step.reading]
    if step.reading is Reading.TRANSLATED and isinstance(trust, AtLevel):
        side = trust.level.approvals if step.under_this_reading else trust.level.accusations
        by = f"as translated, at a level of {side.bound:.2%}"
    yield f"{said} {by}{_given(counting, step.index)}"


def _estimate(step: JudgedStep, judged: JudgedChain) -> Iterator[str]:
    """What a model estimates up to a step that is not settled."""
    if step.kind == "estimated" and step.score is not None:
        yield f"right up to here with probability {step.score:.2f}, estimated by {safe(judged.versions['prm'])}"


_BY = {
    Reading.EXACT: "by the exact reading",
    Reading.GIVEN: "as given",
    Reading.TRANSLATED: "as translated, by translations that agree",
    None: "under this reading",
}


def _given(counting: list[HeardTranslation], index: int) -> str:
    """The facts that the verdicts of a step rest on, with their words; of the first translation that counts."""
    one = counting[0]
    decisions = [d for statement in one.steps[index].statements for d in statement.decisions]
    modelled = {id for d in decisions for id in one.model_facts(d)}
    needed = {id for d in decisions for id in one.facts(d)}
    facts = [fact for fact in one.translation.formal.facts if fact.id in needed]
    told = (f"{safe(fact.id)}{' (model)' * (fact.id in modelled)} “{_short(fact.quote)}”" for fact in facts)
    return f", given {', '.join(told)}" if facts else ""


def _short(quote: str) -> str:
    return safe(quote if len(quote) <= MOST_QUOTED else f"{quote[: MOST_QUOTED - 3]}...")


def _state(statement: JudgedStatement) -> str:
    """The state of a statement among those that are shown in place."""
    if statement.statement.role in (Role.DEFINE, Role.SUPPOSE, Role.GOAL) and not statement.decisions:
        return "set"
    found = {word(one) for one in statement.decisions}
    return next((state for state in STANDING if state in found), "unknown")


def _marks(text: str, statements: list[JudgedStatement], states: list[str]) -> Callable[[int], int | None]:
    """Return which statement covers each character that is shown, or none."""
    covers: list[int | None] = [None] * min(len(text), MAX_SHOWN)
    for index in sorted(range(len(states)), key=lambda i: -STANDING.index(states[i])):
        for start, end in Quoted(text).spans(statements[index].statement.quote)[:1]:
            covers[start:end] = [index] * len(covers[start:end])
    return covers.__getitem__


def _title(step: JudgedStep) -> Text:
    return Text(f"{step.index:>3}  ").append(*_word(step))


def _word(step: JudgedStep) -> tuple[str, str]:
    if step.correct is not None:
        return ("✓ correct", "bold green") if step.correct else ("✗ incorrect", "bold red")
    if step.checked:
        return "○ checked", "green"
    return f"· {WORD[step.reason or Unjudgement.NOT_SETTLED]}", "yellow"


def _summary(judged: JudgedChain) -> Iterator[Text]:
    for place, one in enumerate(judged.translations):
        if one.translation.set_aside is not None:
            yield Text(f"Translation {place + 1} is set aside: {safe(one.translation.set_aside)}", "yellow")
    found = in_short(judged)
    yield Text(found.text, SHORT[found.outcome])
    doubted = next((step.index for step in judged.steps if step.says is State.REFUTED), None)
    if doubted is not None and judged.first_error is None:
        yield Text(f"Under this reading: step {doubted} (counted from 0) is the first that is incorrect", "yellow")
    settled = sum(step.kind == "settled" for step in judged.steps)
    decided, every = judged.decided
    yield Text(f"Settled: {settled} of {len(judged.steps)} steps; decided: {decided} of {every} statements")
    yield from of_answer(judged)
