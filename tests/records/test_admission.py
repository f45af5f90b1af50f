"""Admission: a record is judged anew from what it holds. What it cannot know is the record's own word, listed here."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.edited_records import (
    CHAINS,
    PROGRAM,
    edited,
    is_input,
    is_own_word,
    leaves,
    left_out,
    others,
    stored,
    value_at,
)

import verifier
from verifier.chain import Chain
from verifier.language.read_chain import read_chain
from verifier.pipeline.judge import Judge
from verifier.pipeline.verify import verify
from verifier.records.recheck import recheck
from verifier.records.record import record
from verifier.repairing.repair import repair

EXAMPLE = Path(__file__).parents[2] / "examples" / "formal" / "bakery.json"

LOADS = """
import json, sys
from verifier.records.recheck import recheck
assert recheck(json.load(sys.stdin))
print(json.dumps({name: module.__file__ for name, module in sys.modules.items() if getattr(module, "__file__", None)}))
"""

MOST_LINES = 22_000
"""Most lines of this package that admission loads for a record without translations. The number only falls."""

COMPUTING = {
    "candidate",
    "formulas",
    "formulas.candidate",
    "formulas.laws",
    "formulas.laws.functions",
    "formulas.models",
    "formulas.models.telling",
    "formulas.models.whole_numbers",
    "formulas.solving",
    "formulas.solving.forcing",
    "formulas.sums",
    "formulas.sums.linear",
    "formulas.usable",
    "run_candidate",
    "settle",
    "symbolic",
    "symbolic.identity_falsification",
    "symbolic.polynomial_difference",
}
"""Modules beside the prover that propose nothing: what guards, rounding and premises are computed with."""

READ = ("answer", "adds", "unread", "final_answer")
"""What is noted of a text beside what is decided, which admission takes as the record's own word."""


def loaded(data: dict[str, Any]) -> dict[str, str]:
    """Return the modules, with their files, that a process loads which checks a record again."""
    run = subprocess.run(
        [sys.executable, "-c", LOADS], input=json.dumps(data), capture_output=True, text=True, check=True, timeout=120
    )
    found: dict[str, str] = json.loads(run.stdout)
    return found


@pytest.fixture(scope="module")
def translated() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(verifier.record(by_translation())))
    return data


def by_translation() -> verifier.JudgedChain:
    [formal] = verifier.read_formal(EXAMPLE)
    return verify(formal.problem, formal.steps_text, given=EXAMPLE, lean="off")


def wrongs(data: Any, *, read_again: bool = False) -> list[str]:
    return [one.wrong for one in recheck([data], read_again=read_again) if one.wrong]


def test_admission_loads_no_reader_prover_or_model() -> None:
    found = loaded(stored("words"))
    own = {name.removeprefix("verifier."): file for name, file in found.items() if name.startswith("verifier.")}
    engines = {name.removeprefix("engines.") for name in own if name.startswith("engines.")}
    assert engines <= COMPUTING
    for package in ("readers", "estimators", "search", "training", "answers", "serving", "proofs"):
        assert not [name for name in own if name.startswith(f"{package}.")], package
    assert "pipeline.judge" not in own and "judging.decide" not in own
    assert not found.keys() & {"torch", "sympy", "z3", "transformers", "onnxruntime", "hypothesis"}
    assert sum(len(Path(file).read_text("utf-8").splitlines()) for file in own.values()) <= MOST_LINES


def test_admission_of_translations_loads_no_prover_or_model(translated: dict[str, Any]) -> None:
    found = loaded(translated)
    assert not found.keys() & {"verifier.engines.formulas.search", "verifier.engines.formulas.propose", "torch"}
    assert not [name for name in found if name.startswith("verifier.readers.model")]


@pytest.mark.parametrize("read_again", [False, True])
@pytest.mark.parametrize("name", CHAINS)
def test_record_as_it_is_made_holds(name: str, read_again: bool) -> None:
    assert wrongs(stored(name), read_again=read_again) == []


def test_admission_names_every_field_but_what_was_read() -> None:
    missed = set()
    for name in CHAINS:
        data = stored(name)
        for path in leaves(data):
            if is_input(path) or is_own_word(path) or path[:2] == ("reading", "chain") or set(READ) & set(path):
                continue
            edits = [edited(data, path, value) for value in others(value_at(data, path))]
            edits += [left_out(data, path)] if isinstance(path[-1], str) else []
            missed |= {path for one in edits if not wrongs(one)}
    assert missed == set()


def test_reading_again_names_what_admission_takes_as_read() -> None:
    data = stored("letters")
    [guarded] = [one for one in data["reading"]["chain"]["steps"][0] if one.get("guards")]
    guarded["guards"] = guarded["guards"][:-1]
    assert wrongs(data) == [] and wrongs(data, read_again=True)


Edit = Callable[[dict[str, Any]], None]


def _other_formula(data: dict[str, Any]) -> None:
    data["reading"]["chain"]["steps"][1][0]["expr"] = "7 + 7 == 14"


def _alarm(data: dict[str, Any]) -> None:
    data["alarm"] = "every claim checks, and the final answer is 7, not the reference answer 8"


def _span_of_booleans(data: dict[str, Any]) -> None:
    data["steps"][0]["claims"][0]["span"] = [False, 10]


def _support_of_no_shape(data: dict[str, Any]) -> None:
    data["reading"]["models"].append({})


def _no_reading(data: dict[str, Any]) -> None:
    del data["reading"]


def _no_proof(data: dict[str, Any]) -> None:
    data["steps"][1]["claims"][0] |= {"certificate": None, "verdict": "unknown", "asked": None, "engine": None}


def _more_steps(data: dict[str, Any]) -> None:
    data["reading"]["chain"]["steps"].append([])


def _texts_of_its_own(data: dict[str, Any]) -> None:
    data["reading"]["chain"] |= {"problem": "Add.", "steps_text": ["2 + 2 = 4"] * 3}


def _claim_left_out(data: dict[str, Any]) -> None:
    data["steps"][0]["claims"] = []


def _quote_of_another_place(data: dict[str, Any]) -> None:
    data["reading"]["chain"]["steps"][1][0]["quote"] = "12 - 5 = 7"


def _unsaid(data: dict[str, Any]) -> None:
    statement = data["reading"]["chain"]["steps"][1][0]
    data["reading"]["chain"]["steps"][1][0] = {"role": "unsaid", "quote": statement["quote"], "reason": "no reason"}


def _proof_that_is_none(data: dict[str, Any]) -> None:
    proof = copy.deepcopy(data["steps"][0]["claims"][0]["certificate"])
    proof["claim"]["formula"] = "12 - 5 == 8"
    data["reading"]["proofs"].append({"asked": "0" * 64, "certificate": proof})


@pytest.mark.parametrize(
    "edit",
    [
        _other_formula,
        _alarm,
        _span_of_booleans,
        _support_of_no_shape,
        _no_reading,
        _no_proof,
        _more_steps,
        _texts_of_its_own,
        _claim_left_out,
        _quote_of_another_place,
        _unsaid,
        _proof_that_is_none,
    ],
)
def test_forged_record_is_refused(edit: Edit) -> None:
    data = stored("words")
    edit(data)
    assert wrongs(data)


def test_reading_of_another_chain_is_refused() -> None:
    data, other = stored("words"), stored("letters")
    data["reading"] = other["reading"]
    assert wrongs(data)


MODELS = [None, [], "x", {}, {"x": None}, {"x": "1/0"}, {"x": "4"}, {"x": [["sqrt"]]}, {"x": "1e99999999"}]


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_model_that_is_none_settles_nothing(model: Any) -> None:
    [step], x = ["So x is 3 or -3."], {"x": {"type": "real", "means": "the unknown"}}
    fact = {"id": "p0", "kind": "given", "quote": "x^2 = 9", "expr": "x**2 == 9"}
    claim = {"role": "claim", "quote": "x is 3 or -3", "expr": "x == 3 or x == -3"}
    fields = {"formal": 1, "id": "q", "vars": x, "facts": [fact], "asks": ["x"], "steps": [[claim]]}
    judged = verify("Solve x^2 = 9 for x.", [step], given=read_chain(fields), lean="off")
    data = json.loads(json.dumps(record(judged)))
    assert data["agreement"]["models"] and data["steps"][0]["correct"] is True and wrongs(data) == []
    for row in data["agreement"]["models"]:
        row["model"] = model
    assert any("does not hold" in one for one in wrongs(data))


def test_admission_of_a_run_asks_the_checker_alone() -> None:
    data = stored("program")
    assert PROGRAM in data["problem"] and wrongs(data) == []
    data["steps"][0]["claims"][0]["certificate"]["proof"]["data"]["value"] = "4"
    assert wrongs(data)


def test_admission_of_translations_refuses_a_raised_trust(translated: dict[str, Any]) -> None:
    data = copy.deepcopy(translated)
    assert wrongs(data) == []
    data["translations"][0]["given"] = False
    assert wrongs(data)


def test_run_proved_by_another_checker_is_a_finding() -> None:
    data = stored("program")
    data["steps"][0]["claims"][0]["certificate"]["proof"]["checker"] = "structure"
    assert wrongs(data) and wrongs(data, read_again=True)


def test_reading_again_refuses_what_admission_refuses(translated: dict[str, Any]) -> None:
    data = copy.deepcopy(translated)
    data["agreement"] = {"proofs": [], "models": [{}]}
    assert wrongs(data) and wrongs(data, read_again=True)


def test_record_of_bad_input_is_its_own_word() -> None:
    [found] = recheck([{"schema": 3, "id": None, "error": "no chain"}])
    assert found.wrong is None and found.remark is not None and "nothing is checked" in found.remark


def test_answers_of_a_repair_without_a_repaired_chain_are_compared() -> None:
    with Judge(lean="off") as judge:
        done = repair(Chain.of("Add.", ["2 + 2 = 4."]), judge=judge)
    data = json.loads(json.dumps(done.to_dict()))
    assert wrongs(data) == []
    data["repair"]["answers"]["after"] = "7"
    assert wrongs(data)


def test_chain_that_is_too_long_to_be_stored_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.records.record._is_long", lambda chain: True)
    data = stored("words")
    [wrong] = wrongs(data)
    assert data["reading"] is None and "--read-again" in wrong and wrongs(data, read_again=True) == []
