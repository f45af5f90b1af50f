"""Low-rank additions to the language model: what teaches them, a killed run that goes on, and the same doubts of steps
by onnxruntime as by torch."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from support.command_line import Run as Command
from transformers import LlamaConfig, LlamaModel

from verifier.chain import Chain
from verifier.estimators.choose import chosen
from verifier.estimators.model import PrmUnavailable, taught_by
from verifier.estimators.own.layout import Format
from verifier.estimators.sessions import Session
from verifier.estimators.surprisal import tuned
from verifier.estimators.surprisal.quantized import blocks, floats
from verifier.estimators.surprisal.step_heads import hashed
from verifier.estimators.surprisal.surprisal import SHIPPED
from verifier.estimators.surprisal.tuned import Additions
from verifier.training.additions.fit import CHECKPOINT, Run, Settings, doubted
from verifier.training.additions.lessons import OUTCOME, PLANTED, Lesson, batches, lessons, worth
from verifier.training.additions.network import DoubtNetwork, Padded, added, loss, padded
from verifier.training.additions.recipe import AdditionsRecipe, parted, ship
from verifier.training.data.examples import Example
from verifier.training.networks import decoder_graph

pytestmark = pytest.mark.filterwarnings("ignore")  # what torch and peft say of each other's versions is not ours

FORM = Format(lambda text: [ord(c) % 60 + 2 for c in text], (), 1, 64)
SIZES = {"num_attention_heads": 9, "num_key_value_heads": 3, "max_position_embeddings": 128, "rope_theta": 100000.0}


def lesson(seed: int, group: str = "a") -> Lesson:
    """Two steps of five tokens; that with token 9 is wrong, and nothing stands after it."""
    dice = random.Random(seed)
    wrong = dice.choice([0, 1, None])
    ids = [2, 3, 1]
    for step in range(2):
        ids += [dice.randrange(10, 40) for _ in range(3)] + [9 if step == wrong else 8, 1]
    steps = 2 if wrong is None else wrong + 1
    targets = np.array([float(step != wrong) for step in range(steps)], np.float32)
    begins, ends = np.array([3, 8][:steps]), np.array([7, 12][:steps])
    return Lesson(np.array(ids[: ends[-1] + 1]), begins, ends, targets, group, 1.0, np.uint32(seed))


def small() -> DoubtNetwork:
    torch.set_num_threads(1)
    torch.manual_seed(3)
    sizes = {"num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 64}
    config = LlamaConfig(vocab_size=64, hidden_size=32, intermediate_size=48, num_hidden_layers=3, **sizes)
    return added(LlamaModel(config), 2, 4, 2)


SETTINGS = Settings(layers=2, rank=4, epochs=12.0, first=1.0, tokens=256, rate=5e-3, every=5)
TAUGHT = [lesson(seed) for seed in range(120)]


def run(folder: Path, network: DoubtNetwork, settings: Settings = SETTINGS, stop: int | None = None) -> None:
    def tick(done: int, total: int, figure: float) -> None:
        if done == stop:
            raise KeyboardInterrupt
        assert math.isfinite(figure) and done <= total

    phases = [([lesson(seed, PLANTED) for seed in range(200, 230)], settings.first), (TAUGHT, settings.epochs)]
    Run(network, phases, ["a", PLANTED], settings, folder, tick).go()


def test_a_run_learns_what_is_wrong_and_a_killed_one_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    whole, parted = small(), small()
    run(tmp_path / "whole", whole)
    for stop in (3, 14, 40):
        with pytest.raises(KeyboardInterrupt):
            run(tmp_path / "parted", parted, stop=stop)
        parted = small()
    run(tmp_path / "parted", parted)
    for (name, one), other in zip(whole.state_dict().items(), parted.state_dict().values(), strict=True):
        assert torch.equal(one, other), name
    fresh = [lesson(seed) for seed in range(500, 540)]
    told = list(doubted(whole, fresh, SETTINGS))
    pairs = [pair for one, row in zip(fresh, told, strict=True) for pair in zip(row, one.targets, strict=True)]
    right = [(doubt < 0) == (target > 0.5) for doubt, target in pairs]
    assert sum(right) / len(right) > 0.95
    with pytest.raises(ValueError, match="of another run"):
        run(tmp_path / "parted", small(), replace(SETTINGS, rate=1e-3))
    assert (tmp_path / "parted" / CHECKPOINT).exists()


def test_what_is_trained_are_additions_and_what_reads_them() -> None:
    moved = {name for name, weight in small().named_parameters() if weight.requires_grad}
    assert all("lora_" in name or name.split(".")[0] in ("readout", "constants") for name in moved)
    assert sum("lora_A" in name for name in moved) == 2 * 7


def test_lessons_end_at_the_first_wrong_step_and_outcomes_at_the_last() -> None:
    examples = [
        Example("p", ("aa", "b", "cc"), (1.0, 0.0, 0.0), 1.0, "x.jsonl", "labelled"),
        Example("p", ("aa", "b"), (None, 0.95), 1.0, "y.jsonl", "outcome"),
        Example("q", ("aa", "b"), (1.0, 1.0), 0.7, "z", "right"),
        Example("q", ("a" * 70,), (1.0,), 1.0, "x.jsonl", "labelled"),
    ]
    said: list[str] = []
    found = lessons(examples, FORM, said.append)
    assert said == ["1 chains are longer than 64 tokens and were left out"]
    assert [one.group for one in found] == ["x.jsonl", OUTCOME, PLANTED]
    assert found[0].targets.tolist() == [1.0, 0.0] and len(found[0].ends) == 2
    assert math.isnan(found[1].targets[0]) and found[1].outcome and not found[0].outcome
    assert found[0].ids[found[0].ends].tolist() == [1, 1] and found[0].problem == hashed("p")
    assert found[2].weight == 0.7 and found[0].begins[1] == found[0].ends[0] + 1


def test_batches_hold_each_lesson_once_and_no_more_tokens_than_they_may() -> None:
    found = batches(TAUGHT, 64, random.Random(1))
    assert sorted(place for batch in found for place in batch) == list(range(len(TAUGHT)))
    assert all(len(batch) * max(len(TAUGHT[place].ids) for place in batch) <= 64 for batch in found)
    counted = worth([*TAUGHT[:90], *(replace(one, group="b") for one in TAUGHT[:10])])
    assert counted["b"] == pytest.approx(3 * counted["a"])
    assert 0.9 * counted["a"] + 0.1 * counted["b"] == pytest.approx(1)


def test_the_loss_of_labels_is_by_step_and_that_of_an_outcome_by_the_product() -> None:
    doubts = torch.tensor([[0.5, -1.0], [0.5, -1.0]])
    targets = torch.tensor([[1.0, 0.0], [math.nan, 0.95]])
    none = torch.zeros(2, 2, dtype=torch.long)
    batch = Padded(none, none, none, targets, none[:, 0], torch.ones(2), torch.tensor([[False], [True]]))
    wrong = [1 / (1 + math.exp(-doubt)) for doubt in (0.5, -1.0)]
    alive = (1 - wrong[0]) * (1 - wrong[1])
    expected = -math.log(1 - wrong[0]) - math.log(wrong[1]) - 0.95 * math.log(alive) - 0.05 * math.log(1 - alive)
    assert float(loss(doubts, batch)) == pytest.approx(expected / 3, rel=1e-4)


def test_padding_and_what_comes_later_change_no_doubt() -> None:
    network = small().eval()
    short, long = TAUGHT[0], lesson(7)
    alone = network(padded([short], (), {}, "cpu"))[0]
    beside = network(padded([short, replace(long, ids=np.append(long.ids, [5] * 30))], (), {}, "cpu"))[0]
    assert torch.allclose(alone, beside[: len(alone)], atol=1e-5)


def test_onnxruntime_doubts_as_torch_does(tmp_path: Path) -> None:
    """A body of SmolLM2's sizes with random weights, as GGUF would have it; two of its three layers have additions."""
    torch.manual_seed(5)
    config = LlamaConfig(vocab_size=64, hidden_size=576, intermediate_size=1536, num_hidden_layers=3, **SIZES)
    network = added(LlamaModel(config), 2, 4, 2)
    weights = {"output_norm.weight": np.ones(576, np.float32), "blk.2.attn_norm.weight": np.ones(576, np.float32)}
    for name, part in network.body.named_modules():
        if hasattr(part, "lora_B"):
            torch.nn.init.normal_(part.lora_B["default"].weight, std=0.05)
            place, _, kind = name.partition("layers.")[2].partition(".")
            told = {"q_proj": "attn_q", "k_proj": "attn_k"}.get(kind.split(".")[1])
            matrix = part.base_layer.weight.detach().numpy()
            if told:  # GGUF has the pairs that places turn side by side
                matrix = matrix.reshape(-1, 2, 32, 576).swapaxes(1, 2).reshape(matrix.shape)
            rest = {"v_proj": "attn_v", "o_proj": "attn_output", "gate_proj": "ffn_gate", "up_proj": "ffn_up"}
            gguf = told or rest.get(kind.split(".")[1], "ffn_down")
            weights |= blocks(f"blk.{place}.{gguf}.weight", np.ascontiguousarray(matrix, np.float32))
    for layer in range(2):
        weights |= {f"blk.{layer}.{part}_norm.weight": np.ones(576, np.float32) for part in ("attn", "ffn")}
    torch.nn.init.normal_(network.readout.weight, std=0.1)
    ship(network, AdditionsRecipe(tmp_path, "made", Settings()), np.array([hashed("Known.")]))
    additions = tuned.read(tmp_path / tuned.FILE)
    assert additions.layers == 2 and additions.name == "made"
    assert additions.taught_by("known") and not additions.taught_by("Unknown.")
    merged = additions.weights(weights)
    assert not any(name.startswith("blk.2.") for name in merged)
    ids = torch.tensor(np.random.default_rng(1).integers(0, 64, 40))
    inputs = network.body.get_input_embeddings()(ids)[None]
    with torch.no_grad():
        states = network.eval().body(inputs_embeds=inputs).last_hidden_state[0].numpy()
    angles = np.arange(128)[:, None] * 100000.0 ** -(np.arange(32) / 32)
    turns = {"cosines": np.cos(angles).astype(np.float32), "sines": np.sin(angles).astype(np.float32)}
    counts = {"last": np.array([39], np.int32), "total": np.array(40, np.int32)}
    layers = Session(tmp_path / tuned.GRAPH, merged, 1)
    [found] = layers.run(["states"], {"embedded": inputs.detach().numpy(), **counts, **turns})
    assert np.abs(found[0] - states).mean() < 0.05 * np.abs(states).mean()
    one = Lesson(ids.numpy(), np.array([0]), np.array([39]), np.array([1.0], np.float32), "a", 1.0, np.uint32(1))
    with torch.no_grad():
        expected = float(network(padded([one], (), {}, "cpu"))[0, 0])
    assert additions.doubt(found[0]) == pytest.approx(expected, abs=0.3)
    plain = replace(additions, pairs={name: (a, 0 * b) for name, (a, b) in additions.pairs.items()})
    [other] = Session(tmp_path / tuned.GRAPH, plain.weights(weights), 1).run(
        ["states"], {"embedded": inputs.detach().numpy(), **counts, **turns}
    )
    assert np.abs(other[0] - states).mean() > 3 * np.abs(found[0] - states).mean(), "additions matter"


def test_eight_bits_keep_matrices_and_additions(tmp_path: Path) -> None:
    dice = np.random.default_rng(2)
    matrix = dice.normal(size=(6, 64)).astype(np.float32)
    assert np.abs(floats("m", blocks("m", matrix)) - matrix).max() < 0.02
    assert (floats("m", blocks("m", np.zeros((2, 32), np.float32))) == 0).all()
    pair = (dice.normal(size=(4, 64)).astype(np.float32), dice.normal(size=(6, 4)).astype(np.float32))
    made = Additions({"blk.0.attn_q.weight": pair}, np.arange(8, dtype=np.float32), -1.5, np.array([3], np.uint32), "n")
    (tmp_path / tuned.FILE).write_bytes(tuned.stored(made))
    kept = tuned.read(tmp_path / tuned.FILE)
    a, b = kept.pairs["blk.0.attn_q.weight"]
    assert np.abs(b @ a - pair[1] @ pair[0]).max() < 0.15 and kept.readout.tolist() == list(range(8))
    assert kept.bias == -1.5 and kept.name == "n" and kept.doubt(np.ones((3, 4), np.float32)) == 28 - 1.5


def test_the_shipped_graph_is_what_the_code_makes_and_the_shipped_additions_know_what_taught_them() -> None:
    additions = tuned.read(SHIPPED / tuned.FILE)
    assert onnx.load(SHIPPED / tuned.GRAPH, load_external_data=False) == decoder_graph.body(additions.layers, None)
    assert len(additions.problems) > 8000 and (np.diff(additions.problems.astype(np.int64)) > 0).all()
    assert taught_by(additions, "x") is False and taught_by(object(), "x") is False


def test_the_command_trains_a_model_that_check_and_eval_can_use(command: Command, tmp_path: Path) -> None:
    rows = [
        {"id": f"{n}", "problem": f"What is {n} plus {n}?", "steps": [f"{n} + {n} = {2 * n + n % 2}."]}
        | {"label": 0 if n % 2 else -1}
        for n in range(1, 25)
    ]
    right = [{"problem": f"Add {n} and 3.", "steps": [f"{n} + 3 = {n + 3}."]} for n in range(9, 15)]
    for name, held in (("labels", rows), ("plant", right)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in held))
    words = ("--layers", "1", "--rank", "2", "--epochs", "1")
    done = command("train", "--out", "made", *words, "--data", "labels.jsonl", "--plant", "plant.jsonl", "--split")
    assert done.returncode == 0 and "labels.jsonl: step AUC" in done.stdout, done.stderr
    assert {one.name for one in (tmp_path / "made").iterdir()} >= {"tuned.safetensors", "tuned.onnx", "card.json"}
    model = chosen(f"own:{tmp_path / 'made'}")
    assert model is not None and model.name == "own 1"
    [scores] = model.score([Chain.of("What is 30 plus 4?", ["It is even.", "So it is 34."])])
    assert 0 < scores[1] <= scores[0] < 1
    taught = sum(taught_by(model, row["problem"]) for row in rows)
    assert 0 < taught < 24, "a third of the problems is held back"
    measured = command("eval", "labels.jsonl", "--prm", "own:made", "--lean", "off")
    assert f"{taught} of 24 chains have problems that taught the model: its figures are too good" in measured.stderr
    fitted = command("calibrate", "--out", "c.json", "--data", "labels.jsonl", "--prm", "own:made")
    assert f"{taught} of 24 chains have problems that taught own 1: left out" in fitted.stderr
    (tmp_path / "made" / "tuned.safetensors").write_bytes(b"no")
    with pytest.raises(PrmUnavailable, match="train it anew"):
        chosen(f"own:{tmp_path / 'made'}")
    without = command("train", "--out", "other", "--plant", "plant.jsonl")
    assert without.returncode == 2 and "labelled chains (--data) or final answers (--answers)" in without.stderr


def test_outcome_model_is_trained_on_final_answers_alone(command: Command, tmp_path: Path) -> None:
    careful = ["We add the red pens to the blue ones, which makes 7.", "The answer is 7 pens."]
    wild = ["Bananas swim upwards at midnight, so the moon is 9.", "Hence purple, and nobody knows."]
    rows = [
        {
            "problem": f"Tom has 3 red and 4 blue pens ({n}). How many?",
            "steps": steps,
            "final_correct": steps is careful,
        }
        for n in range(60)
        for steps in (careful, wild)
    ]
    (tmp_path / "answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    words = ("--layers", "1", "--rank", "2", "--epochs", "4", "--tokens", "512", "--name", "outcome 1")
    done = command("train", "--out", "made", *words, "--answers", "answers.jsonl")
    assert done.returncode == 0 and "outcome: AUC of solutions 1.000 on problems" in done.stdout, done.stderr
    model = chosen(f"own:{tmp_path / 'made'}")
    assert model is not None and model.name == "outcome 1"
    right, wrong = model.score([Chain.of("Ann has 2 red and 5 blue pens. How many?", one) for one in (careful, wild)])
    assert right[-1] > wrong[-1] + 0.1 and wrong == sorted(wrong, reverse=True)


def test_examples_are_parted_by_problem() -> None:
    examples = [Example(f"p{n // 2}", ("So 1 + 1 = 2.",), (1.0,), kind="right") for n in range(200)]
    kept, held = parted(examples)
    assert kept and held and not {e.problem for e in kept} & {e.problem for e in held}
