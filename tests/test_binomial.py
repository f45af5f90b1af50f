"""Exact bounds of a share, against values worked out otherwise."""

from __future__ import annotations

import math

import pytest

from verifier.binomial import lower, needed, upper


def test_without_a_hit_the_bound_has_a_closed_form() -> None:
    for cases in (1, 19, 300, 30_000):
        assert upper(0, cases) == pytest.approx(1 - 0.05 ** (1 / cases), rel=1e-9)


def test_two_cases_are_a_quadratic_equation() -> None:
    # at most one hit of two: 1 - p^2 = 0.05
    assert upper(1, 2) == pytest.approx(0.95**0.5, rel=1e-9)
    assert lower(1, 2) == pytest.approx(1 - 0.95**0.5, rel=1e-9)


def test_a_table_of_clopper_and_pearson() -> None:
    # two-sided 95% bounds for 10 of 100, as tables give them: 0.0490 and 0.1762
    assert upper(10, 100, 0.975) == pytest.approx(0.1762, abs=5e-5)
    assert lower(10, 100, 0.975) == pytest.approx(0.0490, abs=5e-5)


def test_the_ends() -> None:
    assert upper(5, 5) == 1.0 and lower(0, 5) == 0.0
    assert upper(0, 0) is None and lower(0, 0) is None
    assert upper(3, 200_000) < 5e-5


def test_counts_that_do_not_fit_are_refused() -> None:
    for hits, cases in ((-1, 3), (4, 3)):
        with pytest.raises(ValueError, match="expected 0 <= hits"):
            upper(hits, cases)


def test_needed_cases_are_the_fewest_whose_bound_is_the_share() -> None:
    assert needed(0, 0.97) == math.ceil(math.log(0.05) / math.log(0.97)) == 99
    for errors in range(6):
        cases = needed(errors, 0.97)
        assert cases is not None
        at, below = (lower(number - errors, number) for number in (cases, cases - 1))
        assert at is not None and below is not None and at >= 0.97 > below
    assert needed(2, 0.999999, most=1000) is None
