"""Which marks a test carries, and which tests one worker runs in a row: both are decided here, at collection.

A mark says what a test needs or takes. Most are seen in its fixtures and in what its module imports; what is not seen
there stands in ``BY_PLACE``. Tests of one group share a worker: a fixture of a module is made once, and no two workers
fight over one Lean, one browser or one Ray.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from support.sizes import LONG

HERE = Path(__file__).parent.parent

MARKS = ("lean", "install", "browser", "ray", "torch", "command", "slow")

BY_FIXTURE = {"real_lean": "lean", "command": "command", "browser": "browser", "visit": "browser", "smollm2": "torch"}
"""A test that is given this fixture, itself or through another, carries this mark."""

BY_IMPORT = {
    "support.lean_session.decide": "lean",
    "support.command_line.run": "command",
    "torch": "torch",
    "support.tiny_models": "torch",
}
"""All tests of a module that has this name, or anything of this module, among its own names carry this mark."""

BY_PLACE: dict[str, tuple[str, ...]] = {
    "checkers/formulas/test_agreement.py": ("slow",),
    "checkers/formulas/test_statements.py": ("slow",),
    "checkers/runs/test_attacks.py": ("slow",),
    "judging/formal/test_no_wrong_verdict.py": ("slow",),
    "language/test_round_trip.py": ("slow",),
    "auditing/test_audit.py": ("slow",),
    "auditing/test_pairs.py": ("slow",),
    "auditing/test_pairs.py::test_with_lean_every_decided_claim_has_its_certificate": ("lean",),
    "checkers/lean/test_lean_audit.py": ("lean",),
    "checkers/lean/test_lean_hardships.py": ("command",),
    "checkers/lean/test_lean_install.py::test_after_a_killed_installer_two_at_once_leave_one_whole_lean": ("install",),
    "checkers/lean/test_lean_pool.py::test_killing_the_real_lean_loses_no_claim_and_changes_no_verdict": ("lean",),
    "checkers/lean/test_lean_pool.py::test_sessions_are_replaced_by_requests_age_and_size": ("slow",),
    "checkers/lean/test_lean_pool.py::test_kills_at_random_points_lose_no_claim_and_change_no_verdict": ("slow",),
    "checkers/lean/test_lean_step.py": ("lean",),
    "checkers/lean/test_lean_warm.py": ("lean",),
    "engines/test_algebra.py::test_signs_on_the_real_line_are_those_that_sympy_finds": ("slow",),
    "answers/test_answers.py::test_any_text_has_a_result_and_the_order_does_not_matter": ("slow",),
    "judging/estimates/test_calibration_at_every_door.py": ("slow",),
    "judging/test_certify.py": ("lean",),
    "labelling/test_label_batch.py": ("slow",),
    "labelling/test_label_live.py": ("slow",),
    "labelling/test_label_sharing.py": ("slow",),
    "labelling/test_label_sharing.py::test_a_cluster_that_loses_a_node_gives_the_same_rows": ("ray",),
    "labelling/test_label_sharing.py::test_workers_share_the_leans_of_the_run": ("lean",),
    "benchmarks/test_heads_script.py": ("slow",),
    "benchmarks/test_labelling.py": ("slow",),
    "benchmarks/test_policy_tables.py": ("slow",),
    "estimators/test_decoder.py": ("torch",),
    "estimators/test_default.py": ("slow",),
    "estimators/test_published.py": ("torch",),
    "proofs/test_gate.py::test_nothing_comes_out_of_a_broken_gate": ("slow",),
    "proofs/test_hostile_child.py": ("lean",),
    "readers/exact/test_calculus.py::test_a_limit_is_that_of_sympy_or_none": ("slow",),
    "readers/exact/test_calculus.py::test_an_endless_sum_is_that_of_sympy": ("slow",),
    "readers/exact/test_calculus.py::test_integrals_and_slopes_are_those_of_sympy": ("slow",),
    "readers/exact/test_described.py::test_what_is_true_is_proved_and_what_is_false_never": ("slow",),
    "repairing/test_any_repair.py": ("slow",),
    "repairing/test_repair.py::test_what_can_be_repaired_is_although_something_else_cannot": ("slow",),
    "repairing/test_supervision.py::test_pairs_load_as_a_data_set_of_preferences": ("slow",),
    "rewards/test_reward_audit.py": ("slow",),
    "rewards/test_recorded.py": ("slow",),
    "rewards/test_rewards.py": ("slow",),
    "rewards/test_rewards_translated.py": ("slow",),
    "rewards/test_rewards.py::test_openrlhf_gets_tensors": ("torch",),
    "search/test_generation.py": ("torch",),
    "search/test_pick_translated.py": ("slow",),
    "serving": ("slow",),
    "test_any_text.py": ("slow",),
    "test_bad_input.py": ("slow",),
    "test_cli.py": ("command",),
    "test_cli_audit.py": ("torch",),
    "test_cli_lean.py::test_later_runs_find_the_served_session_and_say_the_same": ("lean",),
    "test_cli_proofs.py": ("lean",),
    "docs/test_blocks.py::test_the_python_of_a_page_does_what_it_says": ("lean", "slow"),
    "docs/test_blocks.py::test_tutorial_typed_from_beginning_to_end_shows_what_it_prints": ("slow",),
    "training/test_calibrating.py": ("slow",),
    "benchmarks/test_gaming.py::test_a_refuted_step_stays_wrong_however_it_is_praised": ("slow",),
    "training/test_table.py": ("slow",),
    "training/test_training.py": ("torch",),
    "whole/test_any_whole_chain.py": ("slow",),
    "yardstick/test_yardstick.py::test_committed_lines_are_those_of_the_working_tree": ("command", "slow"),
}
"""What else a test carries, by its path below this folder, with or without its function."""

LONG_FORM = (
    "engines/test_algebra.py::test_signs_on_the_real_line_are_those_that_sympy_finds",
    "estimators/test_decoder.py::test_nats_are_those_of_torch_in_32_bits_but_for_rounding",
    "evaluation/test_by_translations.py",
    "labelling/test_label_formal.py",
    "labelling/test_label_live.py",
    "labelling/test_label_sharing.py",
    "benchmarks/test_heads_script.py",
    "benchmarks/test_labelling.py",
    "rewards/test_rewards_translated.py",
    "search/test_pick_translated.py",
    "serving/test_serving_translated.py",
    "test_cli_levels.py",
    "test_cli_terminal.py",
    "test_cli_translate.py",
    "training/test_calibrating.py",
    "training/test_table.py",
)
"""Tests of whole commands that take longest and whose parts other tests try: the long form alone runs them."""

GROUPS = {
    "checkers/lean/test_lean_install.py": "install",
    "labelling/test_label_sharing.py::test_a_cluster_that_loses_a_node_gives_the_same_rows": "ray",
    "report/test_page.py": "browser",
    "report/test_audit_page.py": "browser",
    **dict.fromkeys(("checkers/lean", "whole"), "lean"),
    **dict.fromkeys(("forgery", "proofs", "judging/test_certify.py", "test_cli_proofs.py"), "judge"),
    **dict.fromkeys(("test_examples.py", "test_marking.py", "docs/test_blocks.py"), "judge"),
}
"""Which tests run one after the other, by the first entry that their place starts with; elsewhere, those of a file.
Tests with a real Lean are in two groups, so that two workers share them."""

FIRST = ("lean", "judge", "install", "ray", "browser")
"""The groups that begin first, since they take longest; then those with a test of a mark, then all others."""


def mark(items: list[pytest.Item]) -> None:
    """Give every test its marks, and put the groups that take long first."""
    for item in items:
        for name in marks(item):
            item.add_marker(name)
        if not LONG and any(starts(place(item.nodeid), there) for there in LONG_FORM):
            item.add_marker(pytest.mark.skip(reason="the long form runs it: VERIFIER_LONG=1 pytest"))
        if item.get_closest_marker("lean"):
            getattr(item, "fixturenames", []).insert(0, "real_lean")  # installing it is no test's own time
    marked = {group(item.nodeid) for item in items if any(map(item.get_closest_marker, MARKS))}
    items.sort(key=lambda item: weight(group(item.nodeid), marked))


def left_out(file: Path, chosen: str) -> bool:
    """Return whether ``-m`` of the form ``not (a or b)`` leaves out a whole file of the table: it need not be read.

    What such files import takes longer than many a test.
    """
    left = chosen.removeprefix("not ").strip("()").split(" or ") if chosen.startswith("not ") else []
    if not all(map(str.isidentifier, left)) or not file.is_relative_to(HERE):
        return False
    here = file.relative_to(HERE).as_posix()
    return any(name in left for there, found in BY_PLACE.items() if starts(here, there) for name in found)


def place(nodeid: str) -> str:
    """Return where the test stands below this folder: ``room/test_x.py::test_y``, without parameters."""
    return nodeid.partition("[")[0].removeprefix(f"{HERE.name}/")


def starts(here: str, there: str) -> bool:
    """Return whether the place ``here`` is ``there``, or in it."""
    return here == there or here.startswith((f"{there}::", f"{there}/"))


def group(nodeid: str) -> str:
    """Return the group of a test."""
    here = place(nodeid)
    return next((name for there, name in GROUPS.items() if starts(here, there)), here.partition("::")[0])


def weight(name: str, marked: set[str]) -> int:
    return FIRST.index(name) if name in FIRST else len(FIRST) + (name not in marked)


def marks(item: pytest.Item) -> Iterator[str]:
    """Yield the marks that the test carries beside those that stand at it."""
    yield from (name for fixture, name in BY_FIXTURE.items() if fixture in getattr(item, "fixturenames", ()))
    held = names(getattr(item, "module", None))
    yield from (name for imported, name in BY_IMPORT.items() if imported in held)
    here = place(item.nodeid)
    yield from (name for there, found in BY_PLACE.items() if starts(here, there) for name in found)


@cache
def names(module: ModuleType | None) -> frozenset[str]:
    """Return the modules whose things are among the names of ``module``, and those things with their module."""
    found: set[str] = set()
    for name, value in vars(module).items() if module else ():
        home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
        if isinstance(home, str):
            found |= {home, home.partition(".")[0], f"{home}.{name}"}
    return frozenset(found)


def gone(table: Iterable[str]) -> list[str]:
    """Return the places of a table at which there is no test."""
    return [entry for entry in table if not _there(*entry.partition("::")[::2])]


def _there(file: str, function: str) -> bool:
    path = HERE / file
    return path.exists() and (not function or f"def {function}(" in path.read_text("utf-8"))
