"""Essays and legal texts are out of the domain; prose of mathematics is not, with or without formulas."""

from __future__ import annotations

import pytest

from verifier.chain import Chain
from verifier.pipeline.judge import Judge

OTHER = {
    "an essay on a novel": (
        "Discuss how the sea is used in the novel that you have read this term.",
        [
            "The sea stands for freedom in the early chapters, where the sailor leaves his village behind.",
            "Later it becomes a threat, and the author lets every storm follow a quarrel between the brothers.",
            "In conclusion, the water mirrors what the hero cannot say aloud.",
        ],
    ),
    "an essay on history, with years": (
        "Why did the old empire decline?",
        [
            "After 1683 the court lost touch with its provinces, and the governors kept the taxes.",
            "By 1830 two of the richest harbours had gone their own way.",
            "The decline was therefore political before it was military.",
        ],
    ),
    "a legal opinion": (
        "May the landlord end the lease because the tenant keeps a dog?",
        [
            "Under section 12(3) of the Act, a landlord must give 30 days' notice in writing.",
            "The notice here was given orally, so the first requirement is not met.",
            "The clause about animals is void, because it was never agreed between the parties.",
        ],
    ),
    "a contract": (
        "Is the contract binding on the seller?",
        ["The offer was accepted by letter on 4 May, before it was withdrawn.", "Hence the seller is bound by it."],
    ),
    "no problem at all": (
        "",
        ["The minister resigned on Tuesday after the committee had published its report on the hospital scandal."],
    ),
}

MATHEMATICS = {
    "a proof in words": (
        "Show that the sum of two odd integers is even.",
        ["Each of them is one more than an even integer.", "Both extra ones together make two, so the sum is even."],
    ),
    "geometry in words": (
        "",
        ["Since the triangle is isosceles, the angles at its base are equal, and the altitude bisects the base."],
    ),
    "a story with quantities": (
        "Ann has 12 pears and gives a third of them to Ben. How many does she keep?",
        ["First we find out what Ben gets.", "Then she keeps the rest of the fruit, which is what was asked for here."],
    ),
    "a formula in another step": ("What comes of it?", ["That is what my aunt would ask me too.", "So 2 + 3 = 5."]),
    "an ordering puzzle": (
        "Three birds sit in a fixed order. The owl is left of the wren. Which is second from the left?",
        ["The owl sits left of the wren.", "The robin must sit between them, as nothing else is free."],
    ),
}


@pytest.mark.parametrize("name", OTHER)
def test_other_texts_are_out_of_the_domain(name: str) -> None:
    assert reasons(*OTHER[name]) == {"OUT_OF_DOMAIN"}


@pytest.mark.parametrize("name", MATHEMATICS)
def test_prose_of_mathematics_has_nothing_to_check(name: str) -> None:
    assert "OUT_OF_DOMAIN" not in reasons(*MATHEMATICS[name])
    assert "NOTHING_TO_CHECK" in reasons(*MATHEMATICS[name])


def test_a_few_words_do_not_tell() -> None:
    assert reasons("", ["Yes, of course."]) == {"NOTHING_TO_CHECK"}


def reasons(problem: str, steps: list[str]) -> set[str | None]:
    """Return why the steps are unjudged (None: settled)."""
    with Judge("off") as judge:
        return {step.reason for step in judge(Chain.of(problem, steps)).steps}
