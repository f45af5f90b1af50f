"""The committed verdict lines are those of the working tree, and each difference is named for what it is."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import differences
import pytest
from commits import WORKING_TREE, judge_all, prepare, read_lines
from differences import Difference, compare, hash_statement, list_uncorrected, take_census
from inputs import read_own_sources, read_shared_sources
from reserve import SHARED, draw, read_batches, read_reserved, read_seed
from verdict_lines import read_record

HERE = Path(__file__).parent
needs_data = pytest.mark.skipif(not SHARED.is_dir(), reason=f"{SHARED} is absent")


def test_committed_lines_are_those_of_the_working_tree() -> None:
    """``python tests/yardstick update`` writes them anew, after each difference has been read."""
    made = judge_all(prepare(WORKING_TREE), list(read_own_sources()), workers=2)
    found = [one for name in made for one in compare(name, read_lines(HERE / f"lines/{name}.jsonl"), made[name])]
    assert sorted(made) == sorted(path.stem for path in (HERE / "lines").glob("*.jsonl"))
    assert not found, "\n".join(map(str, found[:50]))


CLAIM: dict[str, Any] = {"text": "2 + 2 = 5", "verdict": "refuted", "reason": None, "engine": "points"}
CERTIFICATE = {"proof": {"checker": "structure", "data": {"tree": {"rule": "at", "tree": {"rule": "values"}}}}}
STEP = {"index": 0, "correct": False, "reason": None, "claims": [{**CLAIM, "certificate": CERTIFICATE}]}
RECORD = {"schema": 3, "id": "c", "steps": [STEP]}


def test_text_record_gives_statement_verdict_rules_and_guards() -> None:
    [line] = read_record(RECORD, {("c", 0): [("2 + 2 = 5", ["refute:set-up"])]})
    assert line == {
        "chain": "c", "step": 0, "statement": "2 + 2 = 5", "judgement": "incorrect", "verdict": "refuted",
        "checkers": ["structure"], "rules": ["at", "values"], "tactic": "points", "guards": ["refute:set-up"],
    }  # fmt: skip


def test_formal_record_gives_a_line_for_each_decision_of_each_reading() -> None:
    decision = {"id": "s0.0.0", "text": "2 + 2 == 5", "verdict": "refuted", "reason": None, "certificate": CERTIFICATE}
    chain = {"steps": [[{"role": "claim", "expr": "2 + 2 == 5", "guards": ["accuse:list if alone"]}]]}
    step = {**STEP, "checked": False, "reading": "given", "doubts": [{"bars": "approval", "check": "empty"}]}
    reading = {"set_aside": None, "chain": chain, "steps": [{"decisions": [decision]}]}
    record = {"schema": 3, "id": "c", "steps": [step], "translations": [reading]}
    judged, formal, text = read_record(record, {})
    assert (judged["judgement"], judged["by"], judged["guards"]) == ("incorrect", "given", ["approval: empty"])
    assert (formal["reading"], formal["rules"], formal["guards"]) == (0, ["at", "values"], ["accuse:list"])
    assert (text["reading"], text["verdict"]) == ("text", "refuted")


def _kinds(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    line = {"chain": "c", "step": 0, "statement": "x = 2"}
    return [one.kind for one in compare("golden", [line | old], [line | new])]


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("proved", "refuted", "opposite"),
        ("refuted", "unknown: AMBIGUOUS", "lost"),
        ("unknown: AMBIGUOUS", "proved", "gained"),
        ("unknown: AMBIGUOUS", "unknown: ROUNDED", "other"),
    ],
)
def test_verdict_that_changes_is_named(old: str, new: str, kind: str) -> None:
    assert _kinds({"verdict": old, "judgement": "open"}, {"verdict": new, "judgement": "open"}) == [kind]


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("correct", "incorrect", "opposite"),
        ("checked", "incorrect", "opposite"),
        ("correct", "checked", "lost"),
        ("checked", "correct", "gained"),
        ("open: NOT_SETTLED", "incorrect", "gained"),
    ],
)
def test_judgement_that_changes_is_named(old: str, new: str, kind: str) -> None:
    assert _kinds({"verdict": "proved", "judgement": old}, {"verdict": "proved", "judgement": new}) == [kind]


def test_other_proof_of_the_same_verdict_is_shown() -> None:
    said = {"verdict": "proved", "judgement": "correct"}
    [one] = compare("f", [{"chain": "c", "step": 0, "statement": "x = 2", "rules": ["at"], **said}],
                    [{"chain": "c", "step": 0, "statement": "x = 2", "rules": ["linear"], **said}])  # fmt: skip
    assert (one.kind, one.old, one.new) == ("other", "rules ['at']", "rules ['linear']")


def test_opposite_verdict_fails_unless_a_correction_names_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    one = Difference("opposite", "golden", "c", 0, "x = 2", "proved", "refuted")
    assert list_uncorrected([one]) == [one]
    monkeypatch.setattr(differences, "CORRECTIONS", tmp_path / "corrections.jsonl")
    for statement in ("x = 2", hash_statement("x = 2")):
        row = f'{{"file": "golden", "chain": "c", "step": 0, "statement": "{statement}"}}\n'
        (tmp_path / "corrections.jsonl").write_text(row, "utf-8")
        assert list_uncorrected([one]) == []


def test_every_correction_has_a_reason_and_a_check() -> None:
    for row in read_lines(HERE / "corrections.jsonl"):
        assert {"file", "chain", "step", "statement", "old", "new"} < set(row) and row["reason"] and row["check"]


def test_census_counts_rules_of_decided_statements_only() -> None:
    lines = [{"verdict": "proved", "rules": ["at"], "guards": ["g"]}, {"verdict": "unknown: X", "guards": ["g"]}]
    counts = take_census(lines)
    assert counts["rules"] == {"at": 1} and counts["guards"] == counts["guards of open statements"] == {"g": 1}


@needs_data
def test_reserved_chains_are_those_that_the_seed_draws() -> None:
    assert dict(draw(read_seed())) == read_batches()
    assert all(len(ids) == 20 for ids in read_batches().values())


@needs_data
def test_reserved_chains_are_not_judged() -> None:
    judged = {row["id"] for source in read_shared_sources(None) for row in source.chains}
    assert len(judged) > 10_000 and not judged & read_reserved()


def test_nothing_here_imports_the_package() -> None:
    for path in HERE.glob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
        names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
        assert not [name for name in names if name.partition(".")[0] == "verifier"], path.name
