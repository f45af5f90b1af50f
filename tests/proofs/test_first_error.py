"""Where a refused proof goes wrong: in its steps, in its record, in the labels from it, and in what is printed."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from verifier.commands.proofs import _table
from verifier.labelling.outputs.labels import label_of, seen_of
from verifier.proofs.case import Case
from verifier.proofs.gate import Gate
from verifier.proofs.record import chain_record
from verifier.proofs.rules import Reason, Result

BOTH = "theorem both (p q : Prop) (hp : p) (hq : q) : p ∧ q := by\n"
NEXT = "theorem next (n : Nat) : n < n + 1"
USES = "theorem twice (n : Nat) : n < n + 2 := by\n  have k := next n\n  omega\n"

Expected = tuple[str, int | None, list[float | None]]
"""A letter for each step (ok, error, not reached, unknown), the first error, the labels."""

REFUSED: dict[str, tuple[str, Expected]] = {
    "sorry, and tactics after it": (BOTH + "  constructor\n  sorry\n  exact hq\n", ("oeo", 1, [1, 0, None])),
    "admit": (BOTH + "  constructor\n  exact hp\n  admit\n", ("ooe", 2, [1, 1, 0])),
    "a term in a tactic": (BOTH + "  constructor\n  exact hp\n  exact sorry\n", ("ooe", 2, [1, 1, 0])),
    "the axiom by its name": (BOTH + "  constructor\n  exact hp\n  exact sorryAx _ true\n", ("ooe", 2, [1, 1, 0])),
    "the branch of a have": (
        "theorem a (n : Nat) : n < n + 2 := by\n  have h : n < n + 1 := by\n    skip\n    sorry\n  omega\n",
        ("ooeo", 2, [1, 1, 0, None]),
    ),
    "the last bullet": (BOTH + "  constructor\n  · exact hp\n  · sorry\n", ("ooooe", 4, [1, 1, 1, 1, 0])),
    "all goals": (BOTH + "  constructor\n  all_goals sorry\n", ("ooe", 2, [1, 1, 0])),
    "a case of an induction": (
        "theorem a (n : Nat) : 0 + n = n := by\n  induction n with\n  | zero => rfl\n  | succ k ih => sorry\n",
        ("ooe", 2, [1, 1, 0]),
    ),
    "an alternative that was not needed": (
        "theorem a (n : Nat) : n < n + 2 := by\n  first | omega | sorry\n",
        ("ooe", 2, [1, 1, 0]),
    ),
    "a lemma before the theorem": (NEXT + " := by\n  sorry\n" + USES, ("eoo", 0, [0, None, None])),
    "a lemma after a theorem": (BOTH + "  exact ⟨hp, hq⟩\n" + NEXT + " := by\n  sorry\n", ("oe", 1, [1, 0])),
    "a lemma that is a term": (NEXT + " := sorry\n" + USES, ("uu", None, [None, None])),
    "a term between two": (
        BOTH + "  exact ⟨hp, hq⟩\n" + NEXT + " := sorry\n" + USES,
        ("ouu", None, [1, None, None]),
    ),
    "a term after all steps": (BOTH + "  exact ⟨hp, hq⟩\n" + NEXT + " := sorry\n", ("u", None, [None])),
    "a have of a term": (
        "theorem a (n : Nat) : n = n :=\n  have h : n = n := rfl\n  have k : n = n := sorry\n  h\n",
        ("oe", 1, [1, 0]),
    ),
    "a term beside a step that fails": (
        "theorem a (p : Prop) : 1 = 1 ∧ p ∧ p := ⟨by rfl, sorry, by\n  skip\n  omega⟩\n",
        ("oue", 2, [1, None, 0]),
    ),
    "a macro for a tactic": (
        'macro "done_so" : tactic => `(tactic| (skip; sorry))\n' + BOTH + "  constructor\n  exact hp\n  done_so\n",
        ("ooe", 2, [1, 1, 0]),
    ),
    "a macro for a term": (
        'macro "hole" : term => `(sorry)\n' + BOTH + "  refine ⟨hp, ?_⟩\n  exact hole\n",
        ("oe", 1, [1, 0]),
    ),
    "a macro for a term, outside of steps": (
        'macro "hole" : term => `(sorry)\n' + NEXT + " := hole\n" + USES,
        ("uu", None, [None, None]),
    ),
    "a macro that nothing uses": (
        'macro "hole" : term => `(sorry)\n' + BOTH + "  exact ⟨hp, hq⟩\n",
        ("u", None, [None]),
    ),
    "goals that are left": (BOTH + "  constructor\n  exact hp\n", ("uu", None, [None, None])),
    "goals that are left where a tactic is none": (
        BOTH + "  constructor\n  exact hp\n  frobnicate it\n",
        ("ooe", 2, [1, 1, 0]),
    ),
    "an error in a term before the steps": (
        "theorem wrong : 1 = 2 := rfl\n" + BOTH + "  exact ⟨hp, hq⟩\n",
        ("u", None, [None]),
    ),
    "another statement": ("theorem asked (n : Nat) : n = n := by\n  rfl\n", ("u", None, [None])),
    "another theorem": ("theorem unasked (n : Nat) : n = n := by\n  rfl\n", ("u", None, [None])),
}

ASKED = b"theorem asked (n : Nat) : n + 0 = n := by\n  sorry\n"

ACCEPTED = {
    "a comment": BOTH + "  constructor -- sorry\n  exact hp /- admit -/\n  exact hq\n",
    "a string": 'theorem a : "sorry".length = 5 := by\n  decide\n',
    "a longer name": "theorem sorryFree (admitted : Nat) : admitted = admitted := by\n  rfl\n",
}

LETTERS = {"o": "ok", "e": "error", "n": "not reached", "u": "unknown"}


def case(name: str, text: str) -> Case:
    return Case(name, text.encode(), ASKED if name.startswith("another") else None)


@pytest.fixture(scope="module")
def results(gate: Gate) -> dict[str, Result]:
    texts = {**{name: text for name, (text, _) in REFUSED.items()}, **ACCEPTED}
    return {result.id: result for result in gate.judge_all(case(*one) for one in texts.items())}


def labels(result: Result) -> list[float | None]:
    record = chain_record(case(result.id, ""), result)
    assert record is not None
    return [label_of(step, "estimated") for step in seen_of(record)]


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_proof_is_refused_for_is_its_first_error(name: str, results: dict[str, Result]) -> None:
    said, first, wanted = REFUSED[name][1]
    result = results[name]
    assert result.status == "rejected"
    assert [step["judgement"] for step in result.steps] == [LETTERS[letter] for letter in said]
    record = chain_record(case(name, ""), result)
    assert record is not None and record["first_error"] == first
    assert labels(result) == wanted
    assert all(step["message"] for step in result.steps if step["judgement"] == "error")


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_only_looks_like_sorry_is_no_error(name: str, results: dict[str, Result]) -> None:
    result = results[name]
    assert result.status == "accepted" and set(labels(result)) == {1.0}


def test_a_proof_that_is_a_term_alone_has_no_record(gate: Gate) -> None:
    bare = case("x", NEXT + " := sorry\n")
    assert chain_record(bare, gate.judge(bare)) is None


def test_the_forged_proofs_have_no_record_without_an_error(forged: dict[str, Result]) -> None:
    records = [chain_record(case(name, ""), result) for name, result in forged.items()]
    kept = [record for record in records if record is not None]
    assert len(kept) > 30
    assert [record["id"] for record in kept if record["first_error"] == -1] == []
    assert [record["id"] for record in kept if set(labels(forged[record["id"]])) == {1.0}] == []


@pytest.mark.parametrize("rule", ["second-kernel", "limit", "crash", "infrastructure", "export"])
def test_a_refusal_of_no_place_leaves_no_step_labelled(rule: str, results: dict[str, Result]) -> None:
    good = results["a comment"]
    status = "infrastructure" if rule == "infrastructure" else "rejected"
    result = replace(good, status=status, reasons=(Reason(rule, "no"),))  # type: ignore[arg-type]  # a status
    assert set(labels(good)) == {1.0} and set(labels(result)) == {None}


def test_the_table_marks_the_step(results: dict[str, Result]) -> None:
    def shown(name: str) -> list[str]:
        paper = io.StringIO()
        _table([results[name]], False, Console(file=paper, width=160))
        return [row[0] for row in paper.getvalue().partition("steps of")[2].splitlines()[2:] if row[:1].strip()]

    assert shown("a macro for a tactic")[:3] == ["✓", "✓", "✗"]
    assert shown("a lemma that is a term")[:2] == ["?", "?"]
