"""The gate as a whole: canaries, the store, limits, imports, steps, plain files, and that candidates stay apart."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from verifier.proofs import canary
from verifier.proofs.canary import GateBroken
from verifier.proofs.case import Case, composed
from verifier.proofs.elaboration import modules
from verifier.proofs.elaboration.kernels import kernel_doubt
from verifier.proofs.elaboration.workers import Worker
from verifier.proofs.gate import Gate, Settings
from verifier.proofs.intake import BadInput, BadRow, cases
from verifier.proofs.record import chain_record
from verifier.proofs.rules import Result

TRUE = b"theorem target (a b : Nat) (h : a < b) : a + 1 \xe2\x89\xa4 b := by\n  sorry\n"


def rules(result: Result) -> set[str]:
    return {reason.rule for reason in result.reasons}


class Fake:
    """Stands in for the processes of a worker, so that a broken auditor can be shown: the real one is not broken."""

    def __init__(self, *answers: Sequence[Any]) -> None:
        self._answers = iter(answers)

    def challenge(self, *_: Any) -> Any:
        return {"export": {}, "targets": []}

    def elaborate(self, *_: Any, **__: Any) -> Any:
        return {"export": {"decls": [["theorem", 1, [], 2, 3]]}}

    def audit(self, *_: Any) -> Any:
        return next(self._answers)


BAD = [{"message": "no"}]


def test_a_gate_that_accepts_a_known_bad_candidate_does_not_judge() -> None:
    with pytest.raises(GateBroken, match="accepts an unfinished proof"):
        canary.hear(Fake([], []), ())  # type: ignore[arg-type]  # what is asked of a worker
    with pytest.raises(GateBroken, match="kernel must refuse"):
        canary.hear(Fake([], *[BAD] * len(canary.BAD), []), ())  # type: ignore[arg-type]
    canary.hear(Fake([], *[BAD] * len(canary.BAD), BAD), ())  # type: ignore[arg-type]


def test_a_gate_that_refuses_a_sound_candidate_does_not_judge() -> None:
    with pytest.raises(GateBroken, match="refuses a sound proof"):
        canary.hear(Fake(BAD), ())  # type: ignore[arg-type]


def test_nothing_comes_out_of_a_broken_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise GateBroken("the gate accepts an unfinished proof; it judges nothing")

    monkeypatch.setattr(canary, "hear", broken)
    with Gate(Settings(jobs=1)) as gate:
        for _ in range(2):
            with pytest.raises(GateBroken):
                gate.judge(Case("x", b"theorem target : True := trivial\n"))


def test_what_was_judged_is_not_judged_again_until_something_changes(gate: Gate, tmp_path: Path) -> None:
    from verifier.proofs.gate import Store, key

    store = Store(tmp_path / "results")
    case = Case("x", b"theorem a : 1 = 1 := rfl\n", TRUE)
    store.put(key(case, ["t"]), Result("x", "accepted", (), ({"index": 0},), "t"))
    assert store.get(key(case, ["t"]), case) == Result("x", "accepted", (), ({"index": 0},), "t")
    others = [
        key(case, ["u"]),
        key(Case("x", case.candidate, None), ["t"]),
        key(Case("x", case.candidate + b" ", TRUE), ["t"]),
        key(Case("x", case.candidate, TRUE + b" "), ["t"]),
    ]
    assert all(store.get(name, case) is None for name in others)
    store.put(others[0], Result("x", "infrastructure"))
    assert store.get(others[0], case) is None
    store.close()


def test_a_plain_file_is_checked_for_what_it_holds(gate: Gate) -> None:
    good = gate.judge(Case("g", b"def f (n : Nat) := n\ntheorem a (n : Nat) : f n = n := rfl\n"))
    bad = gate.judge(Case("b", b"theorem a : 1 = 1 := rfl\ntheorem b : 1 = 2 := by\n  omega\n"))
    assert good.status == "accepted" and rules(bad) == {"elaboration-error"}


def test_a_failing_declaration_does_not_hide_the_others(gate: Gate) -> None:
    text = b"theorem a : 1 = 2 := by\n  omega\ntheorem b : 2 = 2 := by\n  rfl\ntheorem c : 1 = 3 := by\n  decide\n"
    result = gate.judge(Case("x", text))
    assert [reason.line for reason in result.reasons] == [2, 6]
    assert [step["judgement"] for step in result.steps] == ["error", "ok", "error"]


def test_tactics_are_judged_one_by_one(gate: Gate) -> None:
    text = (
        b"theorem target (a b : Nat) (h : a < b) : a + 1 \xe2\x89\xa4 b := by\n"
        b"  have k : a + 1 \xe2\x89\xa4 b := by\n    omega\n  have wrong : b < a := by\n    simp\n  exact k\n"
    )
    result = gate.judge(Case("x", text, TRUE))
    assert [(step["text"].split("\n")[0], step["judgement"]) for step in result.steps] == [
        ("have k : a + 1 ≤ b := by", "ok"),
        ("omega", "ok"),
        ("have wrong : b < a := by", "ok"),
        ("simp", "error"),
        ("exact k", "ok"),
    ]
    first = result.steps[0]
    assert first["before"].endswith("⊢ a + 1 ≤ b") and "k : a + 1 ≤ b" in first["after"]
    assert result.steps[3]["message"] and (result.steps[3]["line"], result.steps[3]["column"]) == (5, 4)
    record = chain_record(Case("x", text, TRUE), result)
    assert record is not None and record["first_error"] == 3 and record["versions"]["gate"] == "rejected"


def test_a_tactic_after_the_first_that_fails_is_not_reached(gate: Gate) -> None:
    text = b"theorem a (n : Nat) : n = n + 0 := by\n  rw [Nat.mul_comm]\n  rfl\n"
    assert [step["judgement"] for step in gate.judge(Case("x", text)).steps] == ["error", "not reached"]


def test_haves_of_a_term_are_judged(gate: Gate) -> None:
    text = b"theorem a (n : Nat) : n = n :=\n  have h : n = n := rfl\n  have k : n = n + 1 := rfl\n  h\n"
    steps = gate.judge(Case("x", text)).steps
    assert [(step["kind"], step["line"], step["judgement"]) for step in steps] == [
        ("have", 2, "ok"),
        ("have", 3, "error"),
    ]


def test_a_row_counts_lines_from_its_proof(gate: Gate) -> None:
    result = gate.judge(composed("x", "theorem t (n : Nat) : n = n + 1", "by\n  omega", "rows.jsonl:1"))
    assert (result.reasons[0].line, result.steps[0]["line"]) == (2, 2)


@pytest.mark.parametrize(
    ("challenge", "candidate", "status", "rule"),
    [
        (
            b"import Mathlib\ntheorem t : True := by sorry",
            b"theorem t : True := trivial",
            "needs-mathlib",
            "needs-mathlib",
        ),
        (TRUE, b"import Mathlib.Tactic\ntheorem t : True := trivial", "needs-mathlib", "needs-mathlib"),
        (b"import Nowhere\ntheorem t : True := by sorry", b"", "infrastructure", "bad-challenge"),
        (b"theorem t : True := by sorry extra", b"theorem t : True := trivial", "infrastructure", "bad-challenge"),
        (b"def f := 1", b"theorem t : True := trivial", "infrastructure", "bad-challenge"),
        (b"\xff", b"theorem t : True := trivial", "infrastructure", "bad-challenge"),
        (TRUE, b"\xff", "rejected", "not-utf8"),
        (TRUE, b"import Lake\ntheorem t : True := trivial", "rejected", "import"),
    ],
)
def test_what_cannot_be_judged_is_told_apart(
    gate: Gate, challenge: bytes, candidate: bytes, status: str, rule: str
) -> None:
    result = gate.judge(Case("x", candidate, challenge))
    assert (result.status, rules(result)) == (status, {rule})


def test_a_missing_mathlib_says_the_next_steps(gate: Gate) -> None:
    (reason,) = gate.judge(Case("x", b"import Mathlib\ntheorem t : True := trivial", TRUE)).reasons
    assert all(
        step in reason.message
        for step in ("1. If", "remove the import", "2. Else", "--mathlib PROJECT", "3. A Kimina", "--server")
    )


def test_an_axiom_may_be_permitted_where_the_challenge_declares_it(gate: Gate) -> None:
    challenge = b"axiom choice2 : 1 = 2\ntheorem target : 2 = 1 := by\n  sorry\n"
    same = b"axiom choice2 : 1 = 2\ntheorem target : 2 = 1 := choice2.symm\n"
    other = same.replace(b"choice2 : 1 = 2", b"choice2 : 2 = 1").replace(b"choice2.symm", b"choice2")
    with Gate(Settings(jobs=1, axioms=frozenset({"choice2"}))) as wider:
        wider._workers, wider._heard, wider._all = gate._workers, True, []  # the processes are the same
        assert wider.judge(Case("x", same, challenge)).status == "accepted"
        assert rules(wider.judge(Case("x", other, challenge))) == {"axiom"}
    assert gate.judge(Case("x", same, challenge)).status == "rejected"


def test_a_macro_cannot_reach_the_next_candidate(gate: Gate) -> None:
    poison = b"macro_rules | `(tactic| omega) => `(tactic| exact sorryAx _ true)\ntheorem a : 1 = 1 := rfl\n"
    gate.judge(Case("poison", poison))
    assert rules(gate.judge(Case("x", b"theorem a : 1 = 2 := by\n  omega\n"))) == {"elaboration-error"}


def test_a_process_outlives_the_thread_that_asked_for_it(gate: Gate) -> None:
    gate.judge(Case("x", b"theorem a : 1 = 1 := rfl\n"))  # judged in a thread of a pool that is gone now
    alive = [lean.alive for worker in gate._all for _, lean in worker._held.values()]
    assert alive and all(alive)


def test_many_files_are_named_and_judged_in_order(gate: Gate, tmp_path: Path) -> None:
    for i in range(200):
        (tmp_path / f"{i:05}.lean").write_text("#exit\n" if i % 2 else "prelude\n", encoding="utf-8")
    results = list(gate.judge_all(case for case in cases(tmp_path) if isinstance(case, Case)))
    assert [result.id for result in results] == [f"{i:05}.lean" for i in range(200)]
    assert {result.status for result in results} == {"rejected"}


def test_a_symbolic_link_chooses_no_file_of_this_machine(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    (tmp_path / "a").mkdir()
    (tmp_path / "a/Challenge.lean").write_bytes(TRUE)
    (tmp_path / "a/Candidate.lean").symlink_to(tmp_path / "secret")
    with pytest.raises(BadInput, match="symbolic link"):
        list(cases(tmp_path))


def test_pairs_rows_and_plain_files_are_found(tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        list(cases(tmp_path))
    (tmp_path / "rows.jsonl").write_text('{"statement": "True", "proof": "trivial"}\n\n{"id": 1}\n', encoding="utf-8")
    first, second = cases(tmp_path / "rows.jsonl")
    assert isinstance(first, Case) and first.id == "1"
    assert isinstance(second, BadRow) and second.place.endswith("rows.jsonl:3")
    (tmp_path / "a").mkdir()
    (tmp_path / "a/Challenge.lean").write_bytes(TRUE)
    (only,) = cases(tmp_path)
    assert isinstance(only, Case) and (only.id, only.candidate) == ("a", b"")


def test_a_worker_closes_what_it_opened(gate: Gate) -> None:
    assert gate._program is not None
    worker = Worker(gate._program, gate.settings.budget)
    worker.close()
    worker.close()


def test_gate_altered_after_compilation_is_not_used(gate: Gate, tmp_path: Path) -> None:
    compiled = gate._ready().compiled
    copy = Path(shutil.copytree(compiled, tmp_path / "gate"))
    assert modules._is_as_compiled(copy)
    for name in ("Gate/Main.lean", "Gate/Serve.olean"):
        file = copy / name
        data, times = file.read_bytes(), file.stat()
        file.write_bytes(data[:-2] + b"\n\n")  # as long as before, and as old
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        assert not modules._is_as_compiled(copy)
        file.write_bytes(data)
    listing = json.loads((copy / "manifest.json").read_text("utf-8"))
    (copy / "Gate/Main.lean").write_text("#eval 1\n", encoding="utf-8")
    digest = hashlib.sha256(b"#eval 1\n").hexdigest()
    listing["files"]["Gate/Main.lean"] = [8, (copy / "Gate/Main.lean").stat().st_mtime_ns, digest]
    (copy / "manifest.json").write_text(json.dumps(listing), encoding="utf-8")
    assert not modules._is_as_compiled(copy)  # the list was altered as well: the package's own source differs


def test_candidate_with_limit_too_high_gets_the_gates_and_a_note(gate: Gate) -> None:
    for option, value in (("maxHeartbeats", "0"), ("maxHeartbeats", "50000000"), ("synthInstance.maxHeartbeats", "0")):
        text = f"set_option {option} {value} in\ntheorem a : 1 = 1 := by\n  set_option {option} {value} in\n  rfl\n"
        result = gate.judge(Case("x", text.encode()))
        assert result.status == "accepted"
        assert f"set_option {option} was lowered to 4000000" in result.notes


def test_metaprogramming_is_allowed_only_where_asked_and_named_in_the_result(gate: Gate) -> None:
    text = b'import Lean\nelab "k" : term => return Lean.mkConst ``True.intro\ntheorem a : True := k\n'
    assert rules(gate.judge(Case("x", text))) == {"refused-construct"}
    with Gate(Settings(jobs=1, metaprogramming=True)) as free:
        good = free.judge(Case("x", text))
        bad = free.judge(Case("x", text.replace(b"a : True", b"a : False")))
    assert good.status == "accepted" and any("run code" in note for note in good.notes)
    assert bad.status == "rejected" and any("run code" in note for note in bad.notes)


def test_acceptance_by_a_kernel_with_known_bugs_says_so(gate: Gate) -> None:
    result = gate.judge(Case("x", b"theorem a : 1 = 1 := rfl\n"))
    assert gate._program is not None
    assert [note for note in result.notes if "known soundness bugs" in note and gate._program.version in note]
    assert kernel_doubt("Lean (version 4.34.0, x86_64-unknown-linux-gnu, commit 1, Release)") == ""
    assert kernel_doubt("Lean (version 4.33.1, x86_64-unknown-linux-gnu, commit 1, Release)")
    assert kernel_doubt("Lean (version 4.4.0-nightly-2023-12-01, commit 1)") and kernel_doubt("unknown")


HEAD = "import Std\n\nset_option maxHeartbeats 400000\n\nopen Nat\n"


@pytest.mark.parametrize(
    ("row", "challenge", "candidate"),
    [
        (
            {"name": "a", "formal_statement": "theorem a : 1 = 1 := by", "formal_proof": "  rfl", "header": HEAD},
            f"{HEAD}\ntheorem a : 1 = 1 := by\n  sorry\n",
            f"{HEAD}\ntheorem a : 1 = 1 := by\n  rfl\n",
        ),
        (
            {
                "problem_id": "a",
                "lean4_statement": "theorem a : 1 = 1 := by sorry",
                "full_code": f"{HEAD}theorem a : 1 = 1 := rfl",
            },
            "theorem a : 1 = 1 := by sorry",
            f"{HEAD}theorem a : 1 = 1 := rfl",
        ),
        (
            {
                "id": "a",
                "statement": "1 = 1",
                "response": "First\n```lean4\nomega\n```\nno:\n```lean4\nby rfl\n```\nDone.",
            },
            "theorem target :\n1 = 1 := by\n  sorry\n",
            "theorem target :\n1 = 1 :=\nby rfl\n\n",
        ),
    ],
)
def test_row_of_a_known_data_set_gives_header_statement_and_proof(
    row: dict[str, str], challenge: str, candidate: str, tmp_path: Path
) -> None:
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    (case,) = cases(tmp_path / "rows.jsonl")
    assert isinstance(case, Case) and case.id == "a" and case.challenge is not None
    assert (case.challenge.decode(), case.candidate.decode()) == (challenge, candidate)


def test_row_with_unclear_columns_names_them_and_map_chooses(tmp_path: Path) -> None:
    row = {"statement": "1 = 1", "code": "by rfl", "output": "by decide"}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    (bad,) = cases(tmp_path / "rows.jsonl")
    assert isinstance(bad, BadRow) and "'code', 'output'" in bad.message and "--map proof=COLUMN" in bad.message
    (case,) = cases(tmp_path / "rows.jsonl", columns={"proof": "output"})
    assert isinstance(case, Case) and case.candidate.endswith(b"by decide\n")
    (bad,) = cases(tmp_path / "rows.jsonl", columns={"proof": "nowhere"})
    assert isinstance(bad, BadRow) and "'statement', 'code', 'output'" in bad.message


HOLE = (
    b"def answer : Nat := sorry\ntheorem target : answer * answer = 2 * answer \xe2\x88\xa7 0 < answer := by\n  sorry\n"
)
FILLED = (
    b"def answer : Nat := 2\ntheorem target : answer * answer = 2 * answer \xe2\x88\xa7 0 < answer := by\n  decide\n"
)


def test_definition_hole_is_filled_only_where_it_is_named(gate: Gate) -> None:
    assert rules(gate.judge(Case("x", FILLED, HOLE))) == {"definition-changed"}
    with Gate(Settings(jobs=1, holes=frozenset({"answer"}))) as wider:
        assert wider.judge(Case("x", FILLED, HOLE)).status == "accepted"
        other_type = FILLED.replace(b"answer : Nat", b"answer : Fin 3")
        assert wider.judge(Case("x", other_type, HOLE)).status == "rejected"
        still_open = FILLED.replace(b":= 2\n", b":= sorry\n").replace(b"decide", b"exact sorry")
        assert "sorry" in rules(wider.judge(Case("x", still_open, HOLE)))
        another = HOLE.replace(b"theorem", b"def other : 1 = 2 := sorry\ntheorem")
        assert rules(wider.judge(Case("x", FILLED, another))) == {"bad-challenge"}
