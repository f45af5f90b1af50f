"""The translations that people wrote as examples are laid out as we write them, and the linter finds nothing wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier.language.files import read_file
from verifier.language.formal_chain import FormalChain, Role
from verifier.language.lint import lint
from verifier.language.write_chain import laid_out

FOLDER = Path(__file__).parent.parent.parent / "examples" / "formal"
NAMES = ("bakery", "bakery_again", "bakery_agreeing", "equation", "cases")


def example(name: str) -> FormalChain:
    (found,) = read_file(FOLDER / f"{name}.json")
    assert found.chain is not None
    return found.chain


@pytest.mark.parametrize("name", NAMES)
def test_the_linter_finds_nothing(name: str) -> None:
    assert [str(finding) for finding in lint(example(name))] == []


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_laid_out_as_we_write_it(name: str) -> None:
    assert laid_out(example(name)) == (FOLDER / f"{name}.json").read_text("utf-8")


def test_no_example_goes_untested() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(NAMES)


def test_the_examples_show_what_they_are_there_for() -> None:
    assert any(one.text == "sunday == 2*friday" for one in example("bakery").steps[1].statements[0].said)
    assert "solves(" in example("equation").steps[-1].statements[0].said[0].text
    assert [one.until for _, _, one in example("cases").statements() if one.role is Role.SUPPOSE] == [2, 4]
