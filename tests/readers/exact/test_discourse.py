"""Discourse: where somebody else is heard, or a second thought, and where not."""

from __future__ import annotations

import pytest

from verifier.mathtext.lexicon.phrases import has_phrase, spoken
from verifier.readers.exact.discourse.discourse import has_second_thoughts, quotes, speaks_of_others


def known(word: str) -> bool:
    return word in ("pupils", "apples", "tom")


@pytest.mark.parametrize(
    "step",
    ["The calculator shows 2 + 3 = 6.", "Students often write 1/2 + 1/3 = 2/5.", "My friend got x = 7.",
     "Kim claims 5 = 6.",
     "Her solution has 2 + 2 = 5.", "A naive reader puts 3.", "It is tempting to cancel.",
     "Forgetting the sign, 4 = 5."],
)  # fmt: skip
def test_others_are_heard_in_a_step(step: str) -> None:
    assert speaks_of_others("", [step], known)


@pytest.mark.parametrize(
    "step",
    ["So 2 + 3 = 5.", "The number of students is 3 * 4 = 12.", "The pupils get 12 apples.",
     "By trial and error, x = 3.",
     "Let's add the common denominator.", "\\wrong{2}", "The law of cosines states that c = 5.",
     "Now the equation looks like this: 2x = 4.", "Using a calculator, 2 / 3 = 0.67.",
     "There are 3 apples left out of 9."],
)  # fmt: skip
def test_nobody_else_is_heard_in_a_plain_step(step: str) -> None:
    assert not speaks_of_others("Tom has apples.", [step], known)


def test_a_problem_that_tells_of_a_mistake_is_heard() -> None:
    assert speaks_of_others("Jo and Al disagree on 6/2*3.", [], known)
    assert not speaks_of_others("A teacher says hello to 20 pupils.", [], known)


@pytest.mark.parametrize(
    "step",
    ["My bad, it is 5.", "Hold on.", "I meant 8.", "Not quite.", "Nope.", "Rats, it is 5.", "That should be 7.",
     "I dropped a ten.", "Actually 9.", "That cannot be. The sum is 7.",
     "It can't be right.", "There is a slip in the previous step.", "Rechecking, 3 + 4 = 7.",
     "So it is 9. But this is not it.", "I misadded."],
)  # fmt: skip
def test_second_thoughts_are_heard(step: str) -> None:
    assert has_second_thoughts(step, known)


@pytest.mark.parametrize(
    "step",
    ["So 3 + 4 = 7.", "Therefore, x = 3.", "This is actually a square.", "We find the rest by trial and error.",
     "The siamese cannot be the leftmost of all these cats.", "Next, we add f(a) and f(b).", "Missing is 3.",
     "It cannot be a prime number.", "From the previous step, x = 3.", "Seventh, bring down a 0.",
     "This subcase does not occur.", "For a fixed n, we fix one side."],
)  # fmt: skip
def test_no_second_thought_is_heard_in_plain_words(step: str) -> None:
    assert not has_second_thoughts(step, known)


def test_quotation_marks_are_seen() -> None:
    assert quotes("He wrote “2 + 2 = 5”.") and not quotes("So Tom's 2 + 2 = 4.")


def test_a_phrase_is_matched_word_by_word() -> None:
    assert [*spoken("Don’t – re-check \\text{it}!")] == ["don't", "re-check", "it"]
    assert has_phrase(["so", "hold", "on"], "SECOND_THOUGHTS") and not has_phrase(["hold", "it", "on"], "PROGRAMS")
    with pytest.raises(KeyError):
        has_phrase([], "NONE")
