"""What the benchmark of translations counts, of each and of all that agree: named errors, settled and proved steps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from formal_chains import FormalBench, bench_formal

from verifier.evaluation.items import Labelled
from verifier.language.files import read_file
from verifier.language.formal_chain import FormalChain

EXAMPLES = Path(__file__).parents[2] / "examples" / "formal"


def example(name: str) -> FormalChain:
    (found,) = read_file(EXAMPLES / name)
    assert found.chain is not None
    return replace(found.chain, id="bakery")


FIRST, SECOND = example("bakery.json"), example("bakery_agreeing.json")
ERROR = 1  # "twice as many as on Friday"


def bench(first_error: int, *samples: FormalChain) -> FormalBench:
    texts = FIRST.steps_text
    labels = tuple(first_error < 0 or i < first_error for i in range(len(texts)))
    row = Labelled("bakery", "bakery", FIRST.problem, tuple(texts), labels, first_error)
    return bench_formal({"bakery": row}, [(f"{i}", [one]) for i, one in enumerate(samples)])


def test_a_first_error_is_named_and_the_steps_before_it_are_settled_with_all_they_state() -> None:
    found = bench(ERROR, FIRST, SECOND)
    for one in (*found.alone, found.agreeing):
        assert (one.wrong, one.named, one.right, one.accused, one.approved) == (1, 1, 0, 0, 0)
        assert (one.right_steps, one.settled) == (1, 1)
        assert one.right_statements == one.proved > 0
    assert found.agreeing.right_statements == sum(one.right_statements for one in found.alone)
    assert found.verdicts["claim, proved"] >= found.agreeing.proved and len(found.seconds) == 1


def test_the_same_chain_called_right_is_accused_and_its_refuted_statement_is_not_proved() -> None:
    found = bench(-1, FIRST).agreeing
    assert (found.wrong, found.right, found.accused) == (0, 1, 1)
    assert found.settled < found.right_steps and 0 < found.proved < found.right_statements
    assert found.elsewhere == [f"bakery: step {ERROR} called incorrect, labelled right"]


def test_an_error_that_is_labelled_elsewhere_is_not_named() -> None:
    found = bench(3, FIRST, SECOND).agreeing
    assert (found.wrong, found.named) == (1, 0)
    assert found.elsewhere == [f"bakery: step {ERROR} called incorrect, labelled 3"]
