"""What a repaired chain still says as it stood before: values that were mended, in numerals or words, and relations in
words. Where there is such a text, the chain is repaired in part at most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from verifier.answers.compare import compare
from verifier.answers.final_answer import final_answer
from verifier.answers.number_words import in_words
from verifier.judging.judgements.judgement import JudgedChain, JudgedStep
from verifier.kernel.expr import Int
from verifier.repairing.carry import EVERYWHERE, numbering, numerals, signed
from verifier.repairing.mend import Mend, Stuck

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
