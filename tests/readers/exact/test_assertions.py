"""Frames, operations and hypotheses: every entry of these registries fits its own texts and not the others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from verifier.chain import Chain
from verifier.judging.judgements.judgement import Settled
from verifier.mathtext.scan import scan
from verifier.pipeline.judge import Judge
from verifier.readers.exact.claims.context import of_problem
from verifier.readers.exact.discourse.assertions import FRAMES, Frame, setting_of
from verifier.readers.exact.discourse.operations import OPERATIONS, Operation, operations
from verifier.readers.exact.discourse.sentences import Sentence, itemize, sentences


def sentence(text: str) -> Sentence:
    return sentences(itemize(scan(text), text))[0]


def known(word: str) -> bool:
    return word in ("ann", "tom", "apples", "apple")


def has(frame: Frame, text: str) -> bool:
    said = sentence(text)
    return any(frame.has(setting_of(said, link, known)) for link in said.links)


@pytest.mark.parametrize(("frame", "text"), [(one, text) for one in FRAMES for text in one.fits])
def test_a_result_is_asserted_in_this_frame(frame: Frame, text: str) -> None:
    assert has(frame, text)


@pytest.mark.parametrize(("frame", "text"), [(one, text) for one in FRAMES for text in one.fails])
def test_a_formula_among_other_words_has_not_this_frame(frame: Frame, text: str) -> None:
    assert not has(frame, text)


def kinds(text: str) -> set[str]:
    return {work.code for _, work in operations(itemize(scan(text), text))}


@pytest.mark.parametrize(("operation", "text"), [(one, text) for one in OPERATIONS for text in one.fits])
def test_an_operation_is_read(operation: Operation, text: str) -> None:
    assert operation.code in kinds(text)


@pytest.mark.parametrize(("operation", "text"), [(one, text) for one in OPERATIONS for text in one.fails])
def test_other_words_are_no_operation_of_this_kind(operation: Operation, text: str) -> None:
    assert operation.code not in kinds(text)


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(lean="off") as judge:
        yield judge


@pytest.mark.parametrize(
    ("step", "settled"),
    [
        ("Subtracting 9 from both sides, we get 3x = 15.", True),
        ("Adding 9 to both sides, we get 3x = 15.", False),  # it follows, and not so
        ("Dividing both sides by 3 gives x + 3 = 8.", True),
        ("Dividing both sides by 2 gives x + 3 = 8.", False),
        ("Solving for x, we get x = 5.", True),
        ("- 3(5) + 9 = 24", True),
        ("So 8 + 8 + 11 = 27 (prime).", False),  # what a remark adds is not proved
    ],
)
def test_a_step_is_approved_where_the_operation_it_tells_leads_to_its_equation(
    judge: Judge, step: str, settled: bool
) -> None:
    found = judge(Chain.of("Solve 3x + 9 = 24 for x.", [step])).steps[0].judgement
    assert found == Settled(True) if settled else not isinstance(found, Settled)


@pytest.mark.parametrize(
    ("problem", "count"),
    [
        ("Find all real numbers $x$ such that $x^2 - 5x + 6 = 0$.", 1),
        ("Suppose $x + y = 10$ and $xy = 21$. Find $x^2 + y^2$.", 2),
        ("If x satisfies x + 1/x = 3, find x^2 + 1/x^2.", 1),
        ("Let x = 3 and y = 4. Find x^2 + y^2.", 2),
        ("Solve the system:\n\\begin{align*}\nx + y &= 10 \\\\\nx - y &= 4\n\\end{align*}", 2),
        ("Find the sum of the squares of the roots of $2x^2 + 4x - 1 = 0$.", 1),
        ("What is the area between the graphs of the equations $y = x^2$ and $y = x + 2$?", 0),
        ("Tom thinks that $x = 3$ and $y = 4$. What is $x + y$?", 0),
        ("An orbit with a = 4 AU. Another has P = 27 yr.", 0),
    ],
)
def test_premises_are_what_the_problem_lays_down(problem: str, count: int) -> None:
    assert len(list(of_problem(problem).premises)) == count
