"""Hostile code in the elaborator, past the look: what the sandbox and the audit keep from it.

The texts here run code while they are elaborated, which the gate refuses to begin with; these tests hand them to the
child all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from verifier.processes.sandbox import best_way
from verifier.proofs.elaboration.session import Lean, LeanLost, _is_elaboration
from verifier.proofs.gate import Gate

SHUT_IN = pytest.mark.skipif(not best_way().places, reason="needs bubblewrap")
HEARTBEATS = 200_000


@pytest.fixture(scope="module")
def child(gate: Gate) -> Iterator[Lean]:
    gate.judge_all([])
    program = gate._ready()
    lean = Lean(program, ("Init",), cpu=60, wall=300)
    yield lean
    lean.close()


def said(child: Lean, text: str) -> str:
    return " ".join(message["message"] for message in child.elaborate(text, [], HEARTBEATS)["messages"])


@SHUT_IN
@pytest.mark.parametrize("place", ["/oleans/Gate/Main.lean", "/lean/bin/lean.js", "/etc/evil", "/evil"])
def test_code_in_the_child_cannot_write_where_the_checker_is(child: Lean, gate: Gate, place: str) -> None:
    program = gate._ready()
    files = [program.compiled / "Gate/Main.lean", program.home / "bin/lean.js"]
    before = [file.stat().st_mtime_ns for file in files]
    said(child, f'#eval IO.FS.writeFile "{place}" "evil"')
    assert [file.stat().st_mtime_ns for file in files] == before
    assert not Path("/etc/evil").exists() and not Path("/evil").exists()


@SHUT_IN
def test_code_in_the_child_cannot_read_the_machine(child: Lean) -> None:
    assert "root:" not in said(child, '#eval do IO.println (← IO.FS.readFile "/etc/passwd")')


def test_code_in_the_child_starts_nothing(child: Lean) -> None:
    text = '#eval do let c ← IO.Process.output { cmd := "sh", args := #["-c", "echo started"] }; IO.println c.stdout'
    try:
        assert "started" not in said(child, text)
    except LeanLost as lost:
        assert lost.how == "crash"


def test_a_forged_answer_is_no_answer() -> None:
    good: dict[str, Any] = {"messages": [], "steps": [], "commands": [], "export": {}, "targets": [["a", 1]]}
    good |= {"refused": None, "limited": [], "beside": []}
    assert _is_elaboration(good)
    for key, value in (
        ("messages", None),
        ("messages", [{}]),
        ("messages", [{"severity": "error", "message": 1, "exhausted": False, "line": 1, "column": 1}]),
        ("steps", [{"kind": "tactic"}]),
        ("steps", [{"kind": "tactic", "reached": True, "start": [1], "end": [1, 2]}]),
        ("commands", None),
        ("commands", [[1]]),
        ("export", []),
        ("targets", ["a"]),
        ("targets", [[1.5]]),
        ("refused", 1),
        ("refused", {"message": "x", "at": [1]}),
        ("limited", None),
        ("beside", [1]),
    ):
        assert not _is_elaboration({**good, key: value}), key


def by_library(name: str, levels: list[int], *places: int) -> dict[str, Any]:
    """A proof of False by a constant of the library. Places of arguments: 0 False, 1 True, 2 its proof."""
    names = [None, [0, "target"], [0, "False"], [0, "True"], [3, "intro"], [0, name]]
    exprs: list[Any] = [["c", 2, []], ["c", 3, []], ["c", 4, []], ["c", 5, levels]]
    for place in places:
        exprs.append(["a", len(exprs) - 1, place])
    return {"names": names, "levels": [None], "exprs": exprs, "decls": [["theorem", 1, [], 0, len(exprs) - 1]]}


FORGED: list[tuple[str, Any]] = [
    ("unsafeCast", by_library("unsafeCast", [0, 0], 1, 0, 2)),
    ("lcProof", by_library("lcProof", [], 0)),
    ("lcUnreachable", by_library("lcUnreachable", [0], 0)),
    ("nothing at all", {}),
    ("no lists", {"names": 1, "levels": None, "exprs": "x", "decls": {}}),
    ("a name beyond the table", {"names": [None], "levels": [None], "exprs": [], "decls": [["theorem", 9, [], 0, 0]]}),
    ("a term that mentions itself", {"names": [None], "levels": [None], "exprs": [["a", 0, 0]], "decls": []}),
    (
        "an open term",
        {"names": [None, [0, "target"]], "levels": [None], "exprs": [["b", 0]], "decls": [["theorem", 1, [], 0, 0]]},
    ),
    ("a negative place", {"names": [None, [-1, "x"]], "levels": [None], "exprs": [], "decls": []}),
    ("a place that is no number", {"names": [None, [0.5, "x"]], "levels": [None], "exprs": [], "decls": []}),
    (
        "an index without end",
        {"names": [None], "levels": [None], "exprs": [["b", 10**30]], "decls": []},
    ),
    (
        "something unsafe",
        {
            "names": [None, [0, "target"], [0, "True"]],
            "levels": [None],
            "exprs": [["c", 2, []]],
            "decls": [["def", 1, [], 0, 0, "abbrev", False]],
        },
    ),
    (
        "an axiom of the asked name",
        {
            "names": [None, [0, "target"], [0, "False"]],
            "levels": [None],
            "exprs": [["c", 2, []]],
            "decls": [["axiom", 1, [], 0, False]],
        },
    ),
    (
        "a theorem whose value is its own name",
        {
            "names": [None, [0, "target"], [0, "False"]],
            "levels": [None],
            "exprs": [["c", 2, []], ["c", 1, []]],
            "decls": [["theorem", 1, [], 0, 1]],
        },
    ),
    (
        "a theorem of the library redefined",
        {
            "names": [None, [0, "target"], [0, "False"], [0, "True"], [3, "intro"]],
            "levels": [None],
            "exprs": [["c", 2, []], ["c", 4, []]],
            "decls": [["theorem", 4, [], 0, 1], ["theorem", 1, [], 0, 1]],
        },
    ),
]


@pytest.mark.parametrize(("what", "declarations"), FORGED, ids=[what for what, _ in FORGED])
def test_forged_declarations_are_refused_by_the_auditor(child: Lean, what: str, declarations: Any) -> None:
    challenge = child.elaborate("theorem target : False := by sorry", None, HEARTBEATS)
    asked = (challenge["export"], challenge["targets"], ["propext"], HEARTBEATS)
    assert child.audit(declarations, *asked)["faults"], what


def test_what_eats_time_is_cut_off(gate: Gate) -> None:
    lean = Lean(gate._ready(), ("Init",), cpu=2, wall=300)
    with pytest.raises(LeanLost) as lost:
        lean.elaborate("example : (List.range 100000000).length = 100000000 := by decide +kernel", [], 4_000_000)
    assert lost.value.how == "time" and not lean.alive
    lean.close()
