"""Tests carry the marks and stand in the groups that their fixtures, imports and places call for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from support import marks
from support.command_line import Run


def marks_of(request: pytest.FixtureRequest) -> set[str]:
    """The marks of the test that asks."""
    return {mark.name for mark in request.node.iter_markers()}


def test_what_is_given_a_judge_with_lean_is_marked(judge: Callable[..., Any], request: pytest.FixtureRequest) -> None:
    assert marks_of(request) == {"lean"}


def test_what_runs_the_command_is_marked(command: Run, request: pytest.FixtureRequest) -> None:
    assert marks_of(request) == {"command"}


def test_what_needs_nothing_has_no_mark(request: pytest.FixtureRequest) -> None:
    assert marks_of(request) == set()


RAN: list[int] = []


@pytest.mark.parametrize("number", range(20))
def test_tests_of_a_group_run_in_one_worker(number: int, request: pytest.FixtureRequest) -> None:
    RAN.append(number)
    chosen = [item for item in request.session.items if item.nodeid.startswith(request.node.nodeid.split("[")[0])]
    assert [item.callspec.params["number"] for item in chosen][: len(RAN)] == RAN  # type: ignore[attr-defined]


def test_a_group_is_that_of_the_first_entry_else_the_file() -> None:
    assert marks.group("tests/checkers/lean/test_lean_install.py::test_x[a/b::c]") == "install"
    assert marks.group("tests/whole/test_x.py::test_y") == "lean"
    assert marks.group("tests/room/test_z.py::test_y") == "room/test_z.py"


def test_every_place_of_the_table_has_a_test() -> None:
    assert marks.gone([*marks.BY_PLACE, *marks.GROUPS]) == []


def test_a_place_that_is_gone_is_noticed() -> None:
    lost = ["no_room/test_x.py", "test_marking.py::test_nothing"]
    assert marks.gone([*lost, "test_marking.py", "kernel"]) == lost


def test_a_file_is_not_read_where_none_of_its_tests_is_wanted() -> None:
    file, other = marks.HERE / "training/test_training.py", marks.HERE / "kernel/test_door.py"
    assert marks.left_out(file, "not (lean or torch)") and marks.left_out(file, "not torch")
    assert not any(marks.left_out(file, chosen) for chosen in ("", "torch", "not (lean or slow)", "not (torch and x)"))
    assert not marks.left_out(other, "not (lean or torch)")


def test_every_test_of_the_long_form_is_there() -> None:
    for one in marks.LONG_FORM:
        path, _, name = one.partition("::")
        assert f"def {name}" in (marks.HERE / path).read_text("utf-8")
