"""Several translations of one chain: what they agree on, whatever names they use."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.judging.formal.judge import FormalJudge
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain

WORDS = ("She sold 48/4 = 12 clips in May.", "That makes 48 + 12 = 60 in all.")


def translated(names: str, facts: list[str], steps: list[list[tuple[str, str]]], asks: str = "") -> FormalChain:
    said = [{"id": f"p{i}", "kind": "given", "quote": "", "expr": text} for i, text in enumerate(facts)]
    stated = [[{"role": "claim", "quote": quote, "expr": text} for quote, text in step] for step in steps]
    types = {name: {"type": "real", "means": name} for name in names.split()}
    wanted = [asks] if asks else []
    data: dict[str, Any] = {"formal": 1, "id": "c", "vars": types, "facts": said, "asks": wanted, "steps": stated}
    return read_chain(data)


FACTS = ["april == 48", "may == april/2"]
OTHER = ["a == 48", "2*m == a"]
SUM = ("48 + 12 = 60", "48 + 12 == 60")
MAY = ("48/4 = 12 clips in May", "may == 48/4")
FIRST = translated("april may all", FACTS, [[MAY, ("48/4 = 12", "48/4 == 12")], [SUM]], "may")
SECOND = translated("a m", OTHER, [[("She sold 48/4 = 12 clips", "m == 12")], [SUM]], "m")


def agreed(*chains: FormalChain) -> list[str]:
    return [state.value for state in FormalJudge()(chains, WORDS).agreed]


def test_two_that_refute_the_same_words_by_the_same_numbers_agree() -> None:
    assert agreed(FIRST, SECOND) == ["refuted", "proved"]


def test_a_copy_is_no_second_translation() -> None:
    copy = read_chain({"formal": 1, "id": "c", "by": {"kind": "model", "name": "another"}, **_shape(FIRST)})
    judged = FormalJudge()([FIRST, copy], WORDS)
    assert len(judged.translations) == 1


def _shape(chain: FormalChain) -> dict[str, Any]:
    from verifier.language.write_chain import as_json

    return {key: value for key, value in as_json(chain).items() if key not in ("formal", "id", "by")}


@pytest.mark.parametrize(
    "second",
    [
        translated("a m", OTHER, [[("She sold 48/4 = 12 clips", "48/4 == 12")], []], "m"),
        translated("a m", ["a == 48", "m == a/4"], [[("She sold 48/4 = 12 clips", "m == 12")], []], "m"),
        translated("a m", ["a == 48"], [[("She sold 48/4 = 12 clips", "m == 12")], []], "m"),
        translated("a m", OTHER, [[("She sold 48/4 = 12 clips", "a == 12")], []], "m"),
    ],
    ids=["it refutes nothing", "other facts", "too few facts", "another quantity"],
)
def test_where_the_second_does_not_refute_it_nothing_is_settled(second: FormalChain) -> None:
    assert agreed(FIRST, second)[0] == "open"


def test_another_answer_to_the_question_leaves_all_open() -> None:
    second = translated("a m", OTHER, [[("She sold 48/4 = 12 clips", "m == 12")], []], "a")
    assert agreed(FIRST, second) == ["open", "open"]


def test_quotes_apart_are_not_the_same_words() -> None:
    second = translated("a m", OTHER, [[("She sold", "m == 12")], []], "m")
    assert agreed(FIRST, second)[0] == "open"


def test_correct_needs_both_to_prove_all_they_state() -> None:
    second = translated("a m", OTHER, [[("48/4 = 12", "m == 12")], [("60 in all", "a + m == 60")]], "m")
    assert agreed(FIRST, second)[1] == "open"


def test_steps_that_differ_in_number_are_of_two_chains() -> None:
    with pytest.raises(ValueError, match="translations of one chain"):
        FormalJudge()([FIRST, translated("a m", OTHER, [[]], "m")])
