"""The smallest repair of a chain: every step that is settled incorrect mended in its least edit, carried through what
rests on it, and judged again by the ordinary judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from verifier.answers.compare import against, compare
from verifier.answers.final_answer import final_answer
from verifier.answers.number_words import in_words
from verifier.answers.terms import State as Sameness
from verifier.chain import Chain
from verifier.intake.given import given_chain
from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim, JudgedStep
from verifier.judging.judgements.result import Result
from verifier.kernel.expr import Int
from verifier.pipeline.judge import Judge
from verifier.pipeline.options import LeanMode
from verifier.records.repaired import State, state_of
from verifier.repairing.carry import EVERYWHERE, anew, carried, moved_by, numbering, numerals, signed, uses
from verifier.repairing.mend import Mend, Stuck, mend
from verifier.repairing.values import holds

LONGEST_NUMBER = 8
"""Most words that spell one number."""

_SAYS = {
    "<": frozenset(("less", "fewer", "smaller", "below", "under")),
    ">": frozenset(("more", "greater", "larger", "bigger", "above", "over", "exceeds")),
}
"""The words that say a relation."""


def contradicted(after: JudgedChain, mends: Sequence[Mend]) -> Iterator[Stuck]:
    """Yield what in a repaired chain still says what the mends changed, a step at most once."""
    texts = [after.chain.problem, *(step.text for step in after.steps)]
    told: set[int] = set()
    for index, why in (*_values(after, texts, mends), *_relations(after, mends), *_answer(after, mends)):
        if index not in told:
            told.add(index)
            yield Stuck(index, "", why)


def _values(after: JudgedChain, texts: Sequence[str], mends: Sequence[Mend]) -> Iterator[tuple[int, str]]:
    for found in mends:
        before = {abs(value) for text in texts[: found.step + 1] for _, _, value in numerals(text)}
        changed = {old: new for old, new in _changed(found).items() if abs(old) not in before | EVERYWHERE}
        for step in after.steps[found.step :]:
            for old in _still(step, changed):
                why = f"it still says {old}, which is {changed[old]} since step {found.step} is mended"
                yield step.index, why


def _changed(found: Mend) -> dict[Fraction, Fraction]:
    pairs = (signed(found.text, edit) for edit in found.edits)
    return {old: new for old, new in pairs if old is not None and new is not None and old != new}


def _still(step: JudgedStep, changed: Mapping[Fraction, Fraction]) -> Iterator[Fraction]:
    """The values, of those that were changed, that a step holds outside its proved claims."""
    proved = [claim.span for claim in step.claims if claim.state == "proved"]
    for at, end, value in (*numerals(step.text), *_spelled(step.text)):
        held = any(start <= at and end <= stop for start, stop in proved)
        if value in changed and not held and not numbering(step.text, at, end):
            yield value


def _spelled(text: str) -> Iterator[tuple[int, int, Fraction]]:
    """The numbers that a text spells in words: where they begin and end, and their values."""
    words, at = list(_words(text)), 0
    while at < len(words):
        for end in range(min(len(words), at + LONGEST_NUMBER), at, -1):
            found = in_words(" ".join(word for _, word in words[at:end]))
            if found is not None and not found[1] and isinstance(found[0], Int):
                last = words[end - 1]
                yield words[at][0], last[0] + len(last[1]), Fraction(found[0].value)
                at = end - 1
                break
        at += 1


def _words(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for at, char in enumerate(text + " "):
        if not (char.isalpha() or (char == "-" and at > start)):
            if at > start:
                yield start, text[start:at].lower()
            start = at + 1


def _relations(after: JudgedChain, mends: Sequence[Mend]) -> Iterator[tuple[int, str]]:
    for found in mends:
        said = {word for _, word in _words(after.steps[found.step].text)}
        for edit in found.edits:
            if left := sorted(said & _SAYS.get(edit.old.strip(), frozenset())):
                yield found.step, f"it still says {left[0]!r}, where {edit.old.strip()} became {edit.new.strip()}"


def _answer(after: JudgedChain, mends: Sequence[Mend]) -> Iterator[tuple[int, str]]:
    """The final answer, where it is told and still a value that was mended."""
    final = final_answer([step.text for step in after.steps], after.chain.problem)
    if final is None or not final.is_told:
        return
    for found in mends:
        for old, new in _changed(found).items():
            if compare(str(old), final.text).state == "equal" and not _shown(after, old):
                yield len(after.steps) - 1, f"the final answer is still {final.text}, which was changed to {new}"


def _shown(after: JudgedChain, value: Fraction) -> bool:
    """Whether a proved claim of the chain ends with a value."""
    claims = [claim.claim for step in after.steps for claim in step.claims if claim.state == "proved"]
    return any(isinstance(one.right, Int) and one.right.value == value for one in claims if one is not None)


MAX_MENDS = 8
"""Most claims of one step that are mended."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The final answers as written and as repaired, where they are found; whether they are the same; and whether the
    repaired one is the reference answer, where that is known."""

    before: str | None = None
    after: str | None = None
    same: Sameness | None = None
    reference: Sameness | None = None


@dataclass(frozen=True, slots=True)
class Repaired(Result):
    """A chain as judged, its repair as judged (None where nothing was changed), and how it came about.

    ``mends`` in the order in which they were made; ``carries``: the steps in which numbers only followed; ``stuck``:
    what could not be mended.
    """

    _record: ClassVar[str] = "verifier.repairing.record:repair_record"
    _view: ClassVar[str] = "verifier.commands.repair:show"
    _html: ClassVar[str] = "verifier.report.html.notebook:repair"

    judged: JudgedChain
    after: JudgedChain | None
    mends: tuple[Mend, ...] = ()
    carries: tuple[int, ...] = ()
    stuck: tuple[Stuck, ...] = ()
    answers: Answers = Answers()

    @property
    def state(self) -> State:
        """What came of it."""
        wrong = None if self.after is None else _wrong(self.after)
        return state_of(_wrong(self.judged), wrong, bool(self.stuck))


def _wrong(judged: JudgedChain) -> bool:
    return any(step.correct is False for step in judged.steps)


def repair(
    problem: str | Chain,
    steps: Sequence[str] | None = None,
    *,
    judge: Judge | None = None,
    lean: LeanMode = "auto",
    timeout: float = 60.0,
    certify: bool = False,
) -> Repaired:
    """Return the smallest repair of a problem's steps (or of a Chain). One text is split as ``verifier.split`` does.

    >>> done = repair("", ["So 17 + 25 = 43."], lean="off")
    >>> [step.text for step in done.after.steps]
    ['So 17 + 25 = 42.']

    ``judge``: one that is warm already; else one with ``lean``, ``timeout`` and ``certify`` is made.
    What cannot be repaired is said, never guessed. Raises: as the judge.
    """
    chain = given_chain(problem, steps)
    if judge is not None:
        return repair_of(judge(chain), judge)
    own = Judge(lean, timeout, certify=certify)
    try:
        return repair_of(own(chain), own)
    finally:
        own.close()


def repair_of(judged: JudgedChain, judge: Judge) -> Repaired:
    """Return the smallest repair of a chain that is judged already. Raises: as ``repair``."""
    first = next((step.index for step in judged.steps if step.correct is False), None)
    if first is None:
        return Repaired(judged, None)
    work = _Work(judge, judged)
    for index in range(first, len(judged.steps)):
        work.step(index)
    if work.texts == [step.text for step in judged.steps]:
        return Repaired(judged, None, stuck=tuple(work.stuck))
    after = judge(work.chain)
    told = {one.step for one in work.stuck}
    stuck = (*work.stuck, *(one for one in contradicted(after, work.mends) if one.step not in told))
    return Repaired(judged, after, tuple(work.mends), tuple(sorted(work.carries)), stuck, _answers(judged, after))


def _answers(judged: JudgedChain, after: JudgedChain) -> Answers:
    before, now = ([step.text for step in one.steps] for one in (judged, after))
    return answers_of(judged.chain.problem, before, now, judged.chain.answer)


def answers_of(problem: str, before: Sequence[str], after: Sequence[str], reference: str | None) -> Answers:
    """Return the final answers of these steps, as written and as repaired, and how they compare."""
    was, now = (final_answer(texts, problem) for texts in (before, after))
    if now is None:
        return Answers(None if was is None else was.text)
    same = None if was is None else compare(was.text, now.text).state
    return Answers(
        None if was is None else was.text,
        now.text,
        same,
        None if reference is None else against(now, reference).state,
    )


@dataclass(slots=True)
class _Work:
    """A chain on its way: its texts, which values have moved, and what was done."""

    judge: Judge
    judged: JudgedChain
    texts: list[str] = field(default_factory=list)
    moved: dict[Fraction, Fraction] = field(default_factory=dict)
    double: set[Fraction] = field(default_factory=set)  # values that moved, and that a later step came to anew
    mends: list[Mend] = field(default_factory=list)
    carries: set[int] = field(default_factory=set)
    stuck: list[Stuck] = field(default_factory=list)
    _now: JudgedChain | None = None

    def __post_init__(self) -> None:
        self.texts = [step.text for step in self.judged.steps]
        self._now = self.judged

    @property
    def chain(self) -> Chain:
        was = self.judged.chain
        return Chain.of(was.problem, self.texts, was.id, was.answer)

    def step(self, index: int) -> None:
        """Carry what has moved into a step, and mend what is wrong in it or has broken."""
        was = self.judged.steps[index]
        if anew(was, self.moved):
            self.double |= {value for value in self.moved if uses(was.text, {value})}
            self.moved = {value: new for value, new in self.moved.items() if value not in self.double}
        elif uses(was.text, self.double) and not anew(was, self.double):
            self.stuck.append(Stuck(index, "", "a number stands for what was mended, and for something else as well"))
        mends, moved = list(self.mends), dict(self.moved)
        self._put(index, carried(was.text, self.moved))
        failed = self._mended(index)
        if failed and carried(was.text, moved) != was.text:  # it may do without
            self.mends, self.moved = mends, moved
            self._put(index, was.text)
            failed = self._mended(index) or [Stuck(index, "", "what changed before could not be carried into it")]
        self.stuck += failed
        if self.texts[index] != was.text and not any(one.step == index for one in self.mends):
            self.carries.add(index)

    def _mended(self, index: int) -> list[Stuck]:
        """Mend the claims of a step one by one; return those that stay as they are."""
        was, left = self.judged.steps[index], list[Stuck]()
        given_up: set[str] = set()
        for _ in range(MAX_MENDS):
            now = self._step(index)
            target = next((claim for claim in _broken(was, now) if claim.text not in given_up), None)
            if target is None:
                break
            found = mend(self.judge, self.chain, index, now, target, carried=was.correct is not False)
            if isinstance(found, Stuck):
                given_up.add(target.text)
                left.append(found)
                continue
            self._take(index, found)
        now = self._step(index)
        return left if next(_broken(was, now), None) is not None else []

    def _take(self, index: int, found: Mend) -> None:
        moved = moved_by(found, [self.judged.chain.problem, *self.texts[:index]])
        end = found.edits[-1].end + len(found.after) - len(found.text)
        self.mends.append(found)
        self.moved |= moved
        self._put(index, carried(found.after, moved, end))

    def _put(self, index: int, text: str) -> None:
        if text != self.texts[index]:
            self.texts[index] = text
            self._now = None

    def _step(self, index: int) -> JudgedStep:
        if self._now is None:
            self._now = self.judge.exactly(self.chain)
        return self._now.steps[index]


def _broken(was: JudgedStep, now: JudgedStep) -> Iterator[JudgedClaim]:
    """The claims of a step that want mending: refuted where the step is or was settled incorrect; or proved as written,
    or at least not false, and no longer."""
    wrong = was.correct is False or now.correct is False
    alike = len(was.claims) == len(now.claims)
    for number, claim in enumerate(now.claims):
        old = was.claims[number] if alike else None
        lost = old is not None and (
            (old.state == "proved" and claim.state != "proved") or (_seems(old) and not _seems(claim))
        )
        if claim.role == "asserted" and ((wrong and claim.state == "refuted") or lost):
            yield claim


def _seems(claim: JudgedClaim) -> bool:
    """Whether a claim without letters holds as it is read, whatever keeps it from being proved."""
    made = claim.claim
    return made is not None and not made.letters and holds(made.relation, made.left, made.right, {})
