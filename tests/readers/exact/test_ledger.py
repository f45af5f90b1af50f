"""The ledger: typed quantities, and what is strange among them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.mathtext.scan import scan
from verifier.readers.exact.plausibility.book import Ledger
from verifier.readers.exact.plausibility.quantity import quantities
from verifier.readers.exact.read import read

STAND = "Ida sells 12 pears at $2 each on Monday. Tom, her brother, takes 30% of the money."


def found(problem: str, *steps: str) -> list[list[str]]:
    """Return the kinds of findings for each step."""
    ledger = Ledger(problem)
    return [[one.kind.value for one in ledger.audit(i, step, read(step))] for i, step in enumerate(steps)]


def test_a_quantity_has_a_value_a_unit_a_rate_an_owner_and_a_time() -> None:
    pears, price, _ = quantities(scan("On Monday Ida sells 12 pears. She gets $2 per pear and 5 hugs every day."), -1)
    assert (pears.value, pears.unit, pears.owner, pears.when) == (12, "pear", "Ida", "monday")
    assert (price.unit, price.per) == ("money", "pear")


@pytest.mark.parametrize(
    ("text", "value"),
    [("twelve", 12), ("twenty-five", 25), ("half", Fraction(1, 2)), ("a six-pack", 6), ("thrice", 3), ("2 thirds", 2)],
)
def test_numbers_in_words_are_quantities(text: str, value: Fraction) -> None:
    assert quantities(scan(text), 0)[0].value == value


def test_what_the_problem_and_the_results_give_comes_from_somewhere() -> None:
    assert found(STAND, "She gets 12 * 2 = 24 dollars.", "Tom takes 24 * 0.3 = 7.2.", "She keeps 24 - 7.2 = 16.8.") == [
        [],
        [],
        [],
    ]


def test_a_number_from_nowhere_is_noticed_once() -> None:
    assert found(STAND, "She gets 12 * 417 = 5004.", "And 417 + 1 = 418.") == [["number_from_nowhere"], []]


def test_another_percentage_than_the_problem_gives_is_noticed() -> None:
    assert found(STAND, "Tom takes 24 * 45% = 10.8.")[0] == ["other_percentage"]


def test_conversions_come_from_somewhere_where_their_units_are_spoken_of() -> None:
    assert found("Max runs 3 miles a day. How many in a week?", "So 3 * 7 = 21.") == [[]]
    assert found("Max has 33 coins and loses 20.", "So 33 * 60 = 1980.") == [["number_from_nowhere"]]


def test_dollars_are_not_added_to_pears() -> None:
    assert found(STAND, "So $24 + 12 pears = 36.")[0] == ["unlike_units"]


def test_pears_are_not_divided_by_dollars() -> None:
    assert "divided_by_price" in found(STAND, "So 12 pears / $2 = 6.")[0]


def test_a_rate_for_a_day_is_not_multiplied_by_weeks() -> None:
    assert found("Max runs 3 miles per day for 4 weeks.", "So 3 miles per day * 4 weeks = 12 miles.")[0] == [
        "rate_mismatch"
    ]


def test_an_unused_quantity_is_found_at_the_end_with_its_place_in_the_problem() -> None:
    ledger = Ledger(STAND)
    ledger.audit(0, "So 12 * 2 = 24.", read("So 12 * 2 = 24."))
    (unused,) = ledger.unused()
    assert STAND[slice(*unused.span)] == "30" and unused.kind == "quantity_unused"


def test_a_problem_in_formulas_has_no_ledger() -> None:
    assert found("Solve 3x + 5 = 20.", "So 999 + 888 = 1887.") == [[]]


def test_numbers_without_end_are_not_spelled_out_or_worked_with() -> None:
    long = "9" * 900
    assert found(f"Ann has {long} pens and 3 pears.", f"So {long} + {long[:-1]}8 = 1 and 3.{long} = 2.") == [[]]


def test_a_repeating_decimal_is_a_quantity() -> None:
    assert quantities(scan("He walks $0.\\overline{6}$ miles."), 0)[0].value == Fraction(2, 3)


@pytest.mark.parametrize("text", ["½ of 3½ pears", "1.2(34) pears", "0.\\overline{3} pears", "\\frac12 5", "1e9 7"])
def test_any_numeral_is_a_quantity_or_none(text: str) -> None:
    assert all(isinstance(q.value, Fraction) for q in quantities(scan(text), 0))
    assert found(f"Ann has {text}.", f"So {text} = 5.")


def test_parts_ordinals_and_months_are_sources() -> None:
    assert found("Ann is on the 37th floor and climbs a sixth of it.", "So 37 / 6 = 6.17.") == [[]]
    assert found("Ann writes 44 pages a day in March.", "So 44 * 31 = 1364.") == [[]]


def test_a_share_comes_from_shares_alone() -> None:
    told = "Of 80 pears 30% are ripe and 25 are green."
    assert found(told, "So 80 * 70% = 56.") == [[]]
    assert found(told, "So 80 * 55% = 44.") == [["other_percentage"]]  # 30 + 25 is no share


def test_a_number_that_counts_several_things_has_no_unit() -> None:
    assert found("Ann gets $7 an hour, twice as much as Ben, for two days.", "So 7 * 2 = 14.") == [[]]
