"""A step is settled correct only where each of its numbers and comparisons is accounted for."""

from __future__ import annotations

import pytest

from verifier.judging.decide import formal_judge
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain

TEXT = "Ann has 3 + 4 = 7 pens, which is less than 9."


def translated(*said: tuple[str, str], name: str = "a") -> FormalChain:
    variables = {name: {"type": "real", "means": "pens"}}
    facts = [{"id": "p0", "kind": "given", "quote": "", "expr": f"{name} == 7"}]
    steps = [[{"role": "claim", "quote": quote, "expr": text} for quote, text in said]]
    return read_chain({"formal": 1, "id": "c", "vars": variables, "facts": facts, "asks": [], "steps": steps})


SUM, REST, ALL = ("3 + 4 = 7", "3 + 4 == 7"), ("less than 9", "a < 9"), (TEXT, "7 < 9")


@pytest.mark.parametrize(
    ("chains", "state", "left"),
    [
        ([translated(SUM)], "open", ("9",)),
        ([translated(SUM, REST)], "proved", ()),
        ([translated(ALL)], "open", ("3", "4")),
        ([translated(SUM), translated(SUM, ("Ann", "b == 7"), name="b")], "open", ("9",)),
        ([translated(SUM), translated(REST)], "proved", ()),
    ],
    ids=[
        "a number left out",
        "all quoted",
        "numbers quoted and not said",
        "left out by both",
        "covered between them",
    ],
)
def test_what_no_translation_quotes_keeps_a_step_open(
    chains: list[FormalChain], state: str, left: tuple[str, ...]
) -> None:
    found = formal_judge()(chains, [TEXT])
    assert [one.value for one in found.agreed] == [state]
    assert found.uncovered == (left,)


def test_a_refutation_needs_no_cover() -> None:
    assert [one.value for one in formal_judge()([translated(("3 + 4", "a == 8"))], [TEXT]).agreed] == ["refuted"]


@pytest.mark.parametrize(
    ("text", "state"),
    [("Now 3 + 46 = 53 (false).", "proved"), ("Now 3 + 46 = 53.", "open"), ("Now 3 + 46 \\neq 53.", "proved")],
)
def test_what_a_text_denies_is_said_by_a_denial_and_what_it_asserts_is_not(text: str, state: str) -> None:
    found = formal_judge()([translated((text, "3 + 46 != 53"))], [text])
    assert found.agreed[0].value == state


BEFORE = "2x - 10 = 12"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Add 10 to both sides, to have letters on one side: 2x = 22", ()),
        ("We divide both sides by 2, and with two terms left, 2x = 22", ()),
        ("Add 11 to both sides: 2x = 22", ("11",)),
        ("There are 10 on both sides: 2x = 22", ("10",)),
        ("For 2x = 22 we have 22 + 1 of them", ("1",)),
        ("So y = 1 and 2x = 22", ("1",)),
        ("So x = 1 and 2x = 22", ("1",)),
    ],
)
def test_a_number_that_tells_how_an_equation_was_changed_needs_no_quote(text: str, left: tuple[str, ...]) -> None:
    variables = {name: {"type": "real", "means": name} for name in "xy"}
    facts = [{"id": "p0", "kind": "given", "quote": BEFORE, "expr": "2*x - 10 == 12"}]
    steps = [
        [{"role": "claim", "quote": quote, "expr": said}]
        for quote, said in ((BEFORE, "2*x - 10 == 12"), ("2x = 22", "2*x == 22"))
    ]
    chain = read_chain({"formal": 1, "id": "c", "vars": variables, "facts": facts, "asks": [], "steps": steps})
    found = formal_judge()([chain], [BEFORE, text])
    assert (found.agreed[1].value, found.uncovered[1]) == ("open" if left else "proved", left)
