"""Mutation testing itself: it plants what it says, and tells what is noticed from what is not."""

from __future__ import annotations

import ast
import shutil
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from benchmarks import mutants
from benchmarks.mutations import Mutant, drawn
from benchmarks.mutations import mutants as faults

SOURCE = b'''"""Says 1 < 2."""


Bound = int | None


def clamp(x: int | None, low: int = 0) -> bool:
    """Say whether 3 < x."""
    if x is None:
        raise ValueError(f"{x} is none of {1 + 1}")
    for one in sorted({low, 7}):
        if not one <= x and one:
            return any([x == 5, low])
    return x + 2 > low


@cache(maxsize=9)
def no(x: int) -> None:
    if zip([x], [x], strict=True):
        return None
    return None
'''


def planted(operator: str) -> set[str]:
    return {one.difference(SOURCE).splitlines()[-1] for one in faults("a.py", SOURCE) if one.operator == operator}


@pytest.mark.parametrize(
    ("operator", "lines"),
    [
        ("comparison", {"+        if not (one < x) and one:", "+        if not (one >= x) and one:"}),
        ("and/or", {"+        if (not one <= x or one):"}),
        ("operand dropped", {"+        if (one):", "+        if (not one <= x):"}),
        ("sign or not dropped", {"+        if (one <= x) and one:"}),
        ("arithmetic", {"+    return (x - 2) > low"}),
        ("function", {"+    for one in (list({low, 7})):", "+            return (all([x == 5, low]))"}),
        ("constant", {"+def clamp(x: int | None, low: int = (1)) -> bool:", "+    return x + (3) > low"}),
        ("condition forced", {"+    if (True):", "+    if (False):"}),
        ("condition negated", {"+    if (not x is None):"}),
        ("return changed", {"+    return None", "+            return None"}),
        ("statement deleted", {"+        pass", "+            pass"}),
        ("element dropped", {"+    for one in sorted({low, low}):"}),
    ],
)
def test_an_operator_plants_what_it_says(operator: str, lines: set[str]) -> None:
    assert lines <= planted(operator)


def test_wording_and_annotations_are_left_alone_and_every_fault_parses() -> None:
    found = faults("a.py", SOURCE)
    assert found and {one.line for one in found} == {7, 9, 10, 11, 12, 13, 14, 19, 20}
    assert {one.operator for one in found if one.line in (10, 20)} == {"statement deleted"}
    for one in found:
        assert ast.dump(ast.parse(one.planted(SOURCE))) != ast.dump(ast.parse(SOURCE))


def test_a_seed_draws_the_same_faults_one_of_each_line() -> None:
    first, again, other = (list(drawn([("a.py", SOURCE), ("b.py", SOURCE)], seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert len({(one.file, one.line) for one in first}) == len(first) == 18


def test_the_closure_holds_the_trusted_code_of_formulas_and_no_front_end() -> None:
    found = set(mutants.closure(mutants.ROOT))
    rooms = ("checkers/formulas/structure", "kernel/verdict", "judging/agreeing/agreement", "checkers/points")
    assert {f"verifier/{one}.py" for one in rooms} <= found
    assert not any(one.startswith(("verifier/language/", "verifier/engines/", "verifier/readers/")) for one in found)


CODE = """
def double(x):
    while x > 100:
        x -= 1
    return x + x


def unasked(x):
    return x + 1


LIMIT = 3 * 5

from functools import cache


@cache
def halved(x):
    return x // 2
"""
TEST = """
from verifier.code import double, halved

def test_four_is_twice_two():
    assert double(2) == 4

def test_a_large_number_is_cut():
    assert double(102) == 200

def test_half_of_nine_is_a_number():
    assert isinstance(halved(9), int)

def test_half_of_nine_is_four():
    assert halved(9) == 4
"""


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[mutants.Copy]:
    """A copy of a small working tree, whose tests are weak."""
    root, plugin = tmp_path / "tree", Path(mutants.__file__).with_name("mutant_tests.py")
    for name, text in {"verifier/__init__.py": "", "verifier/code.py": CODE, "tests/test_code.py": TEST}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    (root / "pyproject.toml").write_text("[tool.pytest.ini_options]\n", "utf-8")
    (root / "tests/benchmarks").mkdir()
    shutil.copyfile(plugin, root / "tests/benchmarks/mutant_tests.py")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    monkeypatch.setattr(mutants, "SECONDS", 1.0)
    monkeypatch.setattr(mutants, "ROOTS", ("verifier",))
    made = mutants.Copy(tmp_path / "copy", root)
    yield made
    made.close()


def test_a_fault_is_noticed_survives_ends_by_the_clock_or_does_not_import(copy: mutants.Copy, tmp_path: Path) -> None:
    source = (copy.folder / "verifier/code.py").read_bytes()
    every = {(one.line, one.text): one for one in faults("verifier/code.py", source)}
    known = copy.map(("tests",), tmp_path / "map.json")
    copy.warm(known)
    asked = (5, "(x - x)"), (9, "(x - 1)"), (12, "(4)"), (19, "(x * 2)")
    assert [len(known.of(every[key])) for key in asked] == [2, 0, 4, 2]  # what is remembered is entered by each

    def outcome(one: Mutant) -> str:
        found = copy.put(one, known)
        assert (copy.folder / one.file).read_bytes() == source
        return found.outcome

    assert outcome(every[5, "(x - x)"]) == "failed"
    assert outcome(every[9, "(x - 1)"]) == "survived"  # no test enters it
    assert outcome(every[12, "(4)"]) == "survived"  # all tests run, and none asks
    assert outcome(every[4, "x += 1"]) == "ended"
    assert outcome(every[19, "(x * 2)"]) == "failed"
    broken = Mutant("verifier/code.py", 12, "constant", source.index(b"3 * 5"), len(source) - 1, "nothing", None)
    assert outcome(broken) == "stillborn"


def test_a_run_goes_on_where_it_stopped_and_reports_what_survived(
    copy: mutants.Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "ROOT", tmp_path / "tree")
    monkeypatch.setattr(mutants, "TESTS", ("tests",))
    monkeypatch.setattr(mutants, "Copy", lambda folder: copy)
    folder = tmp_path / "keep" / "seed1"
    folder.mkdir(parents=True)
    sources = [("verifier/code.py", CODE.encode())]
    first = list(mutants.results(folder, islice(drawn(sources, 3), 2), 2, 1, False))
    monkeypatch.setattr(copy, "put", None)  # nothing is asked twice
    again = list(mutants.results(folder, islice(drawn(sources, 3), 2), 2, 1, False))
    assert first == again
    told = mutants.report([mutants.Found(faults("a.py", CODE.encode())[0], "-old\n+new", "survived", "")], "words")
    assert "0 of 1 noticed" in told and "```diff\n-old\n+new" in told
