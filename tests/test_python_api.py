"""The Python interface: the same names and defaults everywhere, results as text, JSON, records and frames."""

from __future__ import annotations

import copy
import dataclasses
import doctest
import inspect
import json
import pickle
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run

import verifier
from verifier.auditing.audit import Audit, AuditPlan
from verifier.commands.options.judging import CheckOptions, PickOptions, ProveChainOptions, RepairOptions
from verifier.commands.options.labelling import LabelOptions
from verifier.commands.options.measuring import AuditOptions
from verifier.judging.judgements.unchecked import Unchecked
from verifier.labelling.dataset import DEFAULTS
from verifier.pipeline.settings import TranslationSettings
from verifier.pipeline.verify import verify_formal
from verifier.report.screen import as_text
from verifier.report.terminal import show
from verifier.rewards.workers import Settings
from verifier.whole.prove import ChainProver

PROBLEM, STEPS = "Solve 3x + 5 = 20 for x.", ["So 3x = 15.", "Then x = 6."]


def defaults(call: Callable[..., Any]) -> dict[str, Any]:
    """The parameters of a function that have a default."""
    given = inspect.signature(call).parameters.values()
    return {one.name: one.default for one in given if one.default is not inspect.Parameter.empty}


def of_class(kind: Any) -> dict[str, Any]:
    return {f.name: f.default for f in dataclasses.fields(kind) if f.default is not dataclasses.MISSING}


PUBLIC: dict[str, dict[str, Any]] = {
    "verify": defaults(verifier.verify),
    "Judge": defaults(verifier.Judge),
    "Judge by translations": of_class(TranslationSettings),
    "verify_formal": defaults(verify_formal),
    "label": {**DEFAULTS},
    "pick": defaults(verifier.pick),
    "repair": defaults(verifier.repair),
    "prove_chain": defaults(verifier.prove_chain),
    "ChainProver": defaults(ChainProver),
    "audit_prm": {**of_class(AuditPlan), **defaults(verifier.audit_prm)},
    "rewards.process": {**defaults(verifier.rewards.process), **of_class(Settings)},
    "rewards.outcome": {**defaults(verifier.rewards.outcome), **of_class(Settings)},
    "from_pandas": defaults(verifier.from_pandas),
}

OTHERWISE = {
    ("audit_prm", "prm"): "a model is what it is about",
    ("audit_prm", "lean"): "proved pairs are made of templates, and its command is the same",
    ("rewards.process", "lean"): "a trainer's workers would each hold a Lean",
    ("rewards.outcome", "lean"): "a trainer's workers would each hold a Lean",
    ("rewards.process", "labels"): "None takes the model's estimates where there is a model",
}
"""Where a default is another one, and why."""


def clashing() -> Iterator[tuple[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for function, parameters in PUBLIC.items():
        for name, default in parameters.items():
            if (function, name) not in OTHERWISE and name not in ("progress", "tick"):
                found[name][repr(str(default) if isinstance(default, str) else default)].append(function)
    yield from ((name, [f for many in held.values() for f in many]) for name, held in found.items() if len(held) > 1)


def test_a_parameter_has_one_default_wherever_it_stands() -> None:
    assert sum("lean" in parameters for parameters in PUBLIC.values()) >= 8
    assert list(clashing()) == []
    assert all(name in PUBLIC[function] for function, name in OTHERWISE), "an exception that is none"


def test_another_default_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PUBLIC, "verify", {**PUBLIC["verify"], "timeout": 61.0})
    assert [name for name, _ in clashing()] == ["timeout"]


@pytest.mark.parametrize(
    ("function", "options"),
    [
        ("verify", CheckOptions),
        ("label", LabelOptions),
        ("pick", PickOptions),
        ("repair", RepairOptions),
        ("prove_chain", ProveChainOptions),
        ("audit_prm", AuditOptions),
    ],
)
def test_a_function_has_the_defaults_of_its_command(function: str, options: Any) -> None:
    asked, here = of_class(options), PUBLIC[function]
    # a file of labels is for training, and is cut off; a row keeps all its steps
    shared = asked.keys() & here.keys() - {
        "unknown",
        "after_error",
        "format",
        "map",
        "limit",
        "pairs",
        "subjects",
        "levels",
        "kinds",
        "forms",
    }
    assert shared >= {"lean"}
    assert {name: str(here[name]) for name in shared} == {name: str(asked[name]) for name in shared}


NAMES = [name for name in verifier.__all__ if not name.startswith("_")]


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_an_example_that_holds(name: str) -> None:
    thing = getattr(verifier, name)
    home = thing if inspect.ismodule(thing) else sys.modules[thing.__module__]
    found = doctest.DocTestFinder(recurse=False).find(thing, name, module=home, globs=dict(vars(home)))
    assert sum(len(one.examples) for one in found) > 0
    assert all(doctest.DocTestRunner(verbose=False).run(one).failed == 0 for one in found)


def test_there_are_few_public_names() -> None:
    assert 10 < len(NAMES) <= 20


def test_a_chain_or_a_problem_with_its_steps_is_taken_alike() -> None:
    chain = verifier.Chain.of(PROBLEM, STEPS)
    for call in (verifier.verify, verifier.repair, verifier.prove_chain):
        assert call(chain, lean="off").to_json() == call(PROBLEM, STEPS, lean="off").to_json()  # type: ignore[operator]
        with pytest.raises(TypeError, match="got a chain and steps"):
            call(chain, STEPS, lean="off")  # type: ignore[operator]


def test_a_model_is_named_as_the_command_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.estimators import choose
    from verifier.estimators.model import PrmUnavailable

    class Half:
        name = "half 1"

        def score(self, chains: Any) -> list[list[float]]:
            return [[0.5 for _ in chain.steps] for chain in chains]

    monkeypatch.setattr(choose, "chosen", lambda spec: Half() if spec == "default" else None)
    assert verifier.verify("p", ["It is so."], lean="off", prm="default").versions["prm"] == "half 1"
    assert verifier.verify("p", ["It is so."], lean="off", prm=Half()).steps[0].kind == "estimated"
    assert "prm" not in verifier.verify("p", ["It is so."], lean="off", prm="none").versions
    assert verifier.pick("p", [["2 + 2 = 4"]], lean="off", prm="default").attempts[0].judged.versions["prm"] == "half 1"
    monkeypatch.undo()
    with pytest.raises(PrmUnavailable, match="expected --prm none, default"):
        verifier.Judge(prm="nonsense")


@pytest.fixture(scope="module")
def judged() -> verifier.JudgedChain:
    return verifier.verify(PROBLEM, STEPS, lean="off")


@pytest.fixture(scope="module")
def results(judged: verifier.JudgedChain) -> list[Any]:
    return [
        judged,
        verifier.repair("", ["So 17 + 25 = 43."], lean="off"),
        verifier.pick("Add 2 and 3.", [["2 + 3 = 6"], ["So 2 + 3 = 5."]], lean="off"),
        verifier.prove_chain("Solve 3x + 5 = 20 for x.", ["So 3x = 15.", "Then x = 5."], lean="off"),
    ]


def test_a_printed_result_is_what_the_terminal_shows(judged: verifier.JudgedChain, results: list[Any]) -> None:
    assert str(judged) == as_text(show, judged) and "✗ x = 6: refuted" in str(judged)
    said = [str(one) for one in results]
    assert "17 + 25 = 42" in said[1] and "serve attempt 1" in said[2] and "if 3·x + 5 = 20, then x = 5" in said[3]
    assert not any("\x1b" in one for one in said)


def test_a_result_is_json(judged: verifier.JudgedChain, results: list[Any]) -> None:
    assert judged.to_dict() == verifier.record(judged)
    assert all(json.loads(one.to_json()) == one.to_dict() for one in results)


def test_a_pickle_brings_back_no_verdict(results: list[Any]) -> None:
    for one in results:
        back = pickle.loads(pickle.dumps(one))
        assert type(back) is Unchecked and back.to_dict() == json.loads(one.to_json())
        assert bool(back.recheck()) and "not checked" in str(back)
        with pytest.raises(AttributeError, match="is not checked"):
            _ = back.first_error
        assert b"verdict\nProved" not in pickle.dumps(one) and b"kernel" not in pickle.dumps(one)


def test_what_was_pickled_is_judged_again_from_its_proofs(results: list[Any]) -> None:
    judged, repaired, picked, whole = (pickle.loads(pickle.dumps(one)) for one in results)
    again = judged.checked()
    assert [step.correct for step in again.steps] == [True, False] and again.first_error == 1
    assert whole.checked().status == "proved"
    for other in (repaired, picked):
        with pytest.raises(ValueError, match="not made from its record again"):
            other.checked()


def test_a_forged_pickle_is_found_out(judged: verifier.JudgedChain) -> None:
    data = json.loads(judged.to_json())
    data["steps"][1] |= {"correct": True, "kind": "settled"}
    forged = pickle.loads(pickle.dumps(Unchecked(json.dumps(data))))
    assert not forged.recheck()
    with pytest.raises(ValueError, match="the record does not hold"):
        forged.checked()


def test_a_pick_whose_attempt_was_forged_does_not_recheck(results: list[Any]) -> None:
    data = results[2].to_dict()
    assert verifier.recheck(data)
    data["attempts"][0]["record"]["steps"][0]["correct"] = True
    assert not verifier.recheck(data)
    assert not verifier.recheck({"kind": "pick", "schema": 1, "attempts": 3})


def test_a_copy_is_the_same_result(judged: verifier.JudgedChain) -> None:
    assert copy.copy(judged) is judged and copy.deepcopy([judged])[0] is judged
    with pytest.raises(TypeError, match="a verdict is not copied or pickled"):
        pickle.dumps(judged.steps[0])


def test_results_come_back_from_another_process() -> None:
    code = (
        "import pickle, sys, verifier\n"
        f"sys.stdout.buffer.write(pickle.dumps(verifier.verify({PROBLEM!r}, {STEPS!r}, lean='off')))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert pickle.loads(told).checked().first_error == 1


def test_recheck_is_true_when_all_holds(judged: verifier.JudgedChain) -> None:
    found = verifier.recheck([judged.to_dict(), judged])
    assert found and [one.wrong for one in found] == [None] * 4 == [one.wrong for one in found], "and may be read twice"
    forged = judged.to_dict()
    forged["first_error"] = -1
    wrong = verifier.recheck([judged, forged])
    assert not wrong and len(wrong.wrong) == 1 and "first_error" in str(wrong)
    assert not verifier.recheck([]), "where nothing was, nothing holds"
    assert verifier.recheck(judged)


def test_a_text_is_split_as_the_commands_split_it() -> None:
    text = "Step 1: 2 + 3 = 5.\nStep 2: So it is 5."
    with pytest.raises(TypeError, match="expected a string, got NoneType"):
        verifier.split(None)  # type: ignore[arg-type]
    assert verifier.split(text) == ["2 + 3 = 5.", "So it is 5."]
    assert verifier.label({"problem": "q", "steps": text}, lean="off")["label_steps"] == verifier.split(text)


def test_answers_are_compared_exactly() -> None:
    assert verifier.same_answer("1/2", "0.5").same is True
    assert verifier.same_answer("1/2", "0.51").same is False
    assert verifier.same_answer("1/3", "0.333").same is None
    with pytest.raises(TypeError, match="expected an answer as a string"):
        verifier.same_answer("1", 1)  # type: ignore[arg-type]


def test_the_command_compares_answers(command: Run) -> None:
    said = [command("same-answer", *pair) for pair in (("1/2", "0.5"), ("-3", "3"), ("1/3", "0.333"))]
    assert [one.returncode for one in said] == [0, 1, 1]
    assert [one.stdout.partition(":")[0] for one in said] == ["equal", "different", "could not tell"]
    assert json.loads(command("same-answer", "1", "2", "--json").stdout)["state"] == "different"


def test_labels_come_back_with_their_steps() -> None:
    row = {"problem": "Add.", "steps": ["2 + 3 = 5", "So 5 + 1 = 7"]}
    found = verifier.label(row, lean="off")
    assert found["label_steps"] == row["steps"] and len(found["labels"]) == 2
    assert verifier.label({"nothing": 1}, lean="off")["label_steps"] is None
    with pytest.raises(TypeError, match="expected options among labels"):
        verifier.label(row, leen="off")
    for wrong in ({"labels": "Exact"}, {"unknown": "nul"}, {"after_error": "x"}):
        with pytest.raises(ValueError, match=r"expected .* as one of"):
            verifier.label(row, lean="off", **wrong)


def test_frames_go_in_and_come_out() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {"problem": ["Add.", "Solve."], "steps": [["2 + 3 = 6"], ["It is so.", "2 + 2 = 4"]], "answer": ["5", None]},
        index=["a", "b"],
    )
    chains = verifier.from_pandas(frame)
    assert [len(chain.steps) for chain in chains] == [1, 2] and chains[0].answer == "5" and chains[1].answer is None
    with verifier.Judge(lean="off") as judge:
        steps = verifier.to_pandas(judge.all(chains))
    assert steps["chain"].tolist() == [0, 1, 1] and steps["step"].tolist() == [0, 0, 1]
    assert steps["correct"].tolist() == [False, pandas.NA, True]
    assert steps.equals(verifier.to_pandas([verifier.record(judge(chain)) for chain in chains]))
    labelled = verifier.label(frame, lean="off")
    assert list(labelled.index) == ["a", "b"] and list(labelled["labels"]) == [[0.0], [None, 1.0]]
    assert list(labelled["label_steps"]) == list(frame["steps"]) and "labels" not in frame
    again = verifier.label(frame.assign(labels=[[1.0], [1.0, 1.0]]), lean="off")
    assert list(again["labels"]) == list(labelled["labels"])  # those of the data set are replaced, as in a row
    with pytest.raises(ValueError, match=r"row 0: .*expected a row of a known format"):
        verifier.from_pandas(pandas.DataFrame({"x": [1]}))
    with pytest.raises(ValueError, match="result 0: expected a judged chain"):
        verifier.to_pandas([{"steps": [1]}])


def test_frames_from_a_file_of_columns_are_read(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pandas.DataFrame({"q": ["Add."], "s": [["2 + 3 = 5"]]}).to_parquet(tmp_path / "rows.parquet")
    frame = pandas.read_parquet(tmp_path / "rows.parquet")  # whose lists are arrays
    (chain,) = verifier.from_pandas(frame, map={"problem": "q", "steps": "s"})
    assert chain == verifier.Chain.of("Add.", ["2 + 3 = 5"], chain.id)


def test_type_checkers_are_told_that_there_are_types() -> None:
    assert (Path(verifier.__file__).parent / "py.typed").is_file()


def test_an_audit_is_json_and_a_table() -> None:
    class Coin:
        name = "coin 1"

        def score(self, chains: Any) -> list[list[float]]:
            return [[0.5 for _ in chain.steps] for chain in chains]

    audit: Audit = verifier.audit_prm(Coin(), AuditPlan(pairs=2, seed=1))
    assert json.loads(audit.to_json())["pairs"] == 2 and "audit of coin 1" in str(audit)
    page = audit._repr_html_()
    assert "Audit of coin 1" in page and "<script" not in page and "@scope (.vf-audit)" in page
