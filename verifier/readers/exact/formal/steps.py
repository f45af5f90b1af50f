"""The steps of a chain as they are read one after another: what each formula claims where it stands, with its guards.

The context grows by what the text states. Of its truth it learns what the values of numerals show, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from verifier.chain import Chain, Step
from verifier.kernel.claim import Binder, Standing
from verifier.kernel.evaluate import Outcome
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.discourse.discourse import quotes
from verifier.readers.exact.formal.further import Further, further, nearly
from verifier.readers.exact.formal.guarded import ROUNDED, Guarded, exact_decimals, excused, guarded, told
from verifier.readers.exact.formal.taken_back import corrected, last_taken_back, stated_last
from verifier.readers.exact.formal.unapproved import unapproved
from verifier.readers.exact.guards.excuses import absurd
from verifier.readers.exact.guards.guard import Abstention
from verifier.readers.exact.guards.table import verdicts
from verifier.readers.exact.reading import Formula, Reading


@dataclass(slots=True)
class Said:
    """A formula of a step, what it claims, and whether it gives a fresh letter its meaning."""

    formula: Formula
    guarded: Guarded
    defines: bool = False
    further: list[Further] = field(default_factory=list)

    def guard(self, *codes: str) -> None:
        """Add guards, as ``ACTION:CODE``; those that excuse are of what is said besides, too."""
        self.guarded = replace(self.guarded, guards=tuple(told((*self.guarded.guards, *codes))))
        excusing = tuple(code for code in codes if code.startswith("accuse:"))
        self.further = [replace(one, guards=tuple(told((*one.guards, *excusing)))) for one in self.further]


@dataclass(slots=True)
class StepRead:
    """A step as read. ``besides``: why it is not approved for its formulas alone; ``of_world``: the guards of what it
    says of the problem's world."""

    step: Step
    reading: Reading
    said: list[Said] = field(default_factory=list)
    besides: list[Abstention] = field(default_factory=list)
    of_world: tuple[str, ...] = ()


def read_steps(chain: Chain, context: Context, readings: list[Reading]) -> list[StepRead]:
    """Return the steps of a chain as read; ``context``: the one that its problem opens. Fails: never."""
    again: dict[str, str] = {}
    read = [_read(step, reading, context, again) for step, reading in zip(chain.steps, readings, strict=True)]
    last = last_taken_back(chain, readings, context.known)
    said = [((n, one.formula.span[0]), one.guarded) for n, step in enumerate(read) for one in step.said]
    stated = stated_last([(place, one.claim) for place, one in said if one.outcome is not Outcome.FAILS])
    turning = context.mode or context.programs
    for number, step in enumerate(read):
        for one in step.said:
            back = [verdicts.TAKEN_BACK()] if number < last else []
            back += corrected(number, one.formula.span, one.guarded.claim, readings, stated)
            one.guard(*(f"accuse:{why.code}" for why in back))
        if step.said:
            step.besides += unapproved(step.reading, [one.guarded.claim for one in step.said], turning)
    return read


def _read(step: Step, reading: Reading, context: Context, again: dict[str, str]) -> StepRead:
    """A step as read, and the context grown by it. ``again``: on what it depends that letters have two meanings."""
    context.overhear(reading)
    done = StepRead(step, reading)
    if context.rests_on_error(reading):
        done.besides.append(RESTS_ON_ERROR)
    quoted = context.others or quotes(step.text)
    against = {verdicts.QUOTED: quoted, verdicts.PROGRAM: context.programs}
    of_world = [f"accuse:{guard.code}" for guard, raised in against.items() if raised]
    done.of_world = (*of_world, f"accuse:{verdicts.ASTRAY.code} if refuted earlier")
    supposed = False
    leads: list[str] = []  # what may be refuted and excused, and lead to what comes next
    for number, formula in enumerate(reading.formulas):
        id = f"s{step.index}.c{number}"
        one = Said(formula, guarded(formula, context.claim(formula), reading, context, quoted, again))
        claim, outcome = one.guarded.claim, one.guarded.outcome
        said_besides = [] if outcome is Outcome.HOLDS else further(formula, context)
        if one.guarded.loose and outcome is None and set(one.guarded.guards) == {ROUNDED}:
            said_besides.append(nearly(formula, claim))
        for more in said_besides:
            excuses = excused(more.formula, more.claims[0], reading, context, quoted)
            one.further.append(replace(more, guards=tuple(told((*more.guards, *excuses)))))
        context.thread.passed(id, formula, outcome is Outcome.FAILS)
        if supposed and claim.letters:
            one.guard(f"refute:{verdicts.CASES.code}")
        leads = [] if "." in formula.before else leads
        if leads and claim.letters:
            one.guard(f"accuse:{verdicts.LED.code} if excused {' '.join(leads)}")
        leads += [f"{step.index}.{number}"] if claim.letters else []
        supposed = supposed or formula.role == "supposed"
        if formula.role == "supposed" and not claim.letters and outcome is not Outcome.HOLDS:
            context.mode = True  # whatever follows may follow from an absurdity
        context.bind(formula, claim, False)
        known = set(context.ambiguous)
        if word := _learn(id, one, context):
            again |= dict.fromkeys(context.ambiguous - known, f"{word} {step.index}.{number}")
        done.said.append(one)
    if any(absurd(one.formula) and one.guarded.outcome not in (Outcome.HOLDS, None) for one in done.said):
        for one in done.said:
            one.guard(f"accuse:{verdicts.REACHED.code}")
    context.thread.ended(reading.after)
    context.note_numbers(reading)
    return done


def _learn(id: str, one: Said, context: Context) -> str:
    """Let the context learn what a formula states; of numerals alone, what their values show. Returns what must become
    of it, as conditions of guards say it, for letters to have two meanings by it; nothing where they have."""
    claim, outcome = one.guarded.claim, one.guarded.outcome
    if outcome is Outcome.FAILS:
        context.blame(one.formula)
        return ""
    if outcome is Outcome.HOLDS:
        context.exact |= exact_decimals(claim)
    if claim.binder is Binder.FOR_ALL:
        return ""  # its letters are bound
    twice = f"refute:{verdicts.DEFINED_TWICE.code}" in one.guarded.guards
    if twice:
        context.ambiguous |= claim.letters
    context.learn(id, one.formula, None)
    one.defines = any(p.id == id and p.standing is Standing.DEFINED for p in context.premises) and not twice
    return "guarded" if twice else "unproved" if one.formula.left.label else ""


RESTS_ON_ERROR: Final = Abstention("it uses a number that stands only as the value of a false equation", "on-an-error")
"""Of a step, what is told besides the guards of the table: nothing of it is approved."""
