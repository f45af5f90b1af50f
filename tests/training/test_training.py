"""Training: labels to targets, hazards to scores, and a killed run that goes on to the same result."""

from __future__ import annotations

import csv
import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from support import tiny_models
from torch import nn
from transformers import BertConfig, BertModel

from verifier.chain import Chain
from verifier.estimators.own.layout import Window
from verifier.intake.source import Reading
from verifier.judging.estimates.features import NAMES
from verifier.judging.judge import verify
from verifier.judging.judgements.judgement import JudgedChain
from verifier.training.data.class_weights import weighed
from verifier.training.data.credit_assignment import credited
from verifier.training.data.examples import Example
from verifier.training.data.intake import prefixes, read, source
from verifier.training.fit import CURVE, Item, Run, Settings, scored
from verifier.training.fusing import SIGNS, Lesson, alone, evenly, fitted, lesson
from verifier.training.networks.bodies import Tuning
from verifier.training.networks.network import StepScorer, batch_of, log_survival, loss
from verifier.training.recipe import TrainingRecipe, calibrated, drawn, halves, measures, parted, train, up_to_error


def item(seed: int) -> Item:
    """A window whose states tell the first wrong step, as an encoder that knew it would."""
    dice = np.random.default_rng(seed)
    steps = int(dice.integers(2, 6))
    first = int(dice.integers(-1, steps))
    states = dice.normal(0, 0.3, (steps, 8)).astype(np.float32)
    if first >= 0:
        states[first, 0] += 2
    ids = np.arange(3 * steps + 2, dtype=np.int64) + 100 * seed
    segments = np.repeat(np.arange(steps + 1), [2, *[3] * steps])
    shape = dice.normal(0, 0.1, (steps, 8)).astype(np.float32)
    window = Window(ids, segments, np.arange(steps) * 3 + 4, shape, tuple(range(steps)), (True,) * steps)
    return Item(window, tuple(float(first < 0 or i < first) for i in range(steps)), 1.0, states)


ITEMS = [item(seed) for seed in range(200)]


def network() -> StepScorer:
    torch.manual_seed(3)
    return StepScorer(nn.Identity(), 4, causal=False)


def run(folder: Path, net: StepScorer, epochs: int = 6, stop: int | None = None) -> list[dict[str, float]]:
    def tick(done: int, total: int, figure: float) -> None:
        if done == stop:
            raise KeyboardInterrupt

    return Run(net, ITEMS[:160], Settings(epochs, 16, head_rate=2e-2, every=10), folder, tick=tick).go()


def test_training_learns_what_the_states_tell(tmp_path: Path) -> None:
    net = network()
    curve = run(tmp_path, net, epochs=30)
    assert curve[-1]["loss"] < curve[0]["loss"]
    last = [scores[-1] for scores in scored(net, ITEMS[160:])]
    right = [one.targets[-1] == 1.0 for one in ITEMS[160:]]
    means = [np.mean([s for s, r in zip(last, right, strict=True) if r is kind]) for kind in (True, False)]
    assert means[0] > means[1] + 0.2  # half of what it sees is dropped while it learns


def test_a_killed_run_goes_on_to_the_same_result(tmp_path: Path) -> None:
    whole, broken = network(), network()
    curve = run(tmp_path / "whole", whole)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "broken", broken, stop=37)
    again = network()
    assert run(tmp_path / "broken", again) == curve
    assert all(torch.equal(a, b) for a, b in zip(whole.parameters(), again.parameters(), strict=True))
    with (tmp_path / "broken" / CURVE).open() as stream:
        assert [float(row["step"]) for row in csv.DictReader(stream)] == [row["step"] for row in curve]


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_a_killed_run_of_a_whole_encoder_goes_on_to_the_same_result(tmp_path: Path, precision: str) -> None:
    """A small BERT is trained from its tokens on, dropout and all, in either precision."""
    items = [replace(one, states=None) for one in ITEMS[:64]]

    def go(folder: Path, stop: int | None = None) -> tuple[list[dict[str, float]], StepScorer]:
        torch.manual_seed(5)
        sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
        body = BertModel(BertConfig(vocab_size=20_100, **sizes), add_pooling_layer=False)
        net = StepScorer(body, 16, causal=False)

        def tick(done: int, total: int, figure: float) -> None:
            if done == stop:
                raise KeyboardInterrupt

        settings = Settings(2, 8, rate=1e-3, head_rate=1e-2, every=5, precision=precision)
        run = Run(net, items, settings, folder, lambda net: measures(net, items, precision), tick)
        return run.go(), net

    curve, whole = go(tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        go(tmp_path / "broken", stop=13)
    assert [row["step"] for row in curve] == [5.0, 10.0, 15.0, 16.0] and curve[-1]["loss"] < curve[0]["loss"]
    again, net = go(tmp_path / "broken")
    assert again == curve and all(torch.equal(a, b) for a, b in zip(whole.parameters(), net.parameters(), strict=True))


def test_a_decoder_is_refused_before_it_is_trained(tmp_path: Path) -> None:
    tiny_models.llama(tmp_path / "base", len(tiny_models.tokenizer(tmp_path / "base", ["<s>"], None, bos_token="<s>")))
    plan = TrainingRecipe(tmp_path / "base", tmp_path / "out", "m", Tuning("full"))
    with pytest.raises(ValueError, match="expected an encoder"):
        train(plan, [Example("p", ("So 6 * 7 = 42.",), (1.0,))], lambda said: None, lambda done, total, figure: None)


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    run(tmp_path, network(), epochs=1)
    with pytest.raises(ValueError, match="is of another run"):
        run(tmp_path, network(), epochs=2)


def test_scores_never_rise_and_the_loss_is_what_it_says() -> None:
    hazards = torch.tensor([[0.0, 1.0, -1.0]])
    alive = log_survival(hazards).exp()[0].tolist()
    assert alive == pytest.approx([0.5, 0.5 * 0.268941, 0.5 * 0.268941 * 0.731059], abs=1e-5)
    found = loss(hazards, torch.tensor([[1.0, math.nan, 0.25]]), torch.tensor([2.0])).item()
    expected = -(math.log(alive[0]) + 0.25 * math.log(alive[2]) + 0.75 * math.log(1 - alive[2])) / 2
    assert found == pytest.approx(expected, abs=1e-4)


def test_a_batch_is_padded_without_touching_what_is_in_it() -> None:
    net = network().eval()
    windows, states = [one.window for one in ITEMS[:5]], [one.states for one in ITEMS[:5]]
    together = net(batch_of(windows, states))
    for row, (window, state) in enumerate(zip(windows, states, strict=True)):
        alone = net(batch_of([window], [state]))[0]
        assert torch.allclose(together[row, : len(alone)], alone, atol=1e-6)


@pytest.mark.parametrize(
    ("labels", "targets"),
    [
        ([1, 1], (1.0, 1.0)),
        ([1, 0, 1], (1.0, 0.0, 0.0)),
        ([1, None, 1], (1.0, None, None)),
        ([None, 0, 1], (None, 0.0, 0.0)),
        ([0.7, 0.4], (1.0, 0.0)),
    ],
)
def test_labels_of_steps_become_targets_of_prefixes(labels: list[float | None], targets: tuple[float, ...]) -> None:
    assert prefixes(labels) == targets


def test_labelled_files_are_read_weighed_and_kept_soft(tmp_path: Path) -> None:
    file = tmp_path / "soft.jsonl"
    file.write_text(
        '{"prompt": "Add 2 and 3.", "completions": ["So 5.", "Done."], "labels": [0.9, 0.3]}\n'
        '{"prompt": "Add 2 and 4.", "completions": ["So 6."], "labels": [1.0]}\n'
    )
    told: list[str] = []
    (soft, _) = read([source(f"{file}*0.5", True, Reading())], told.append)
    assert soft.targets == (0.9, 0.3) and soft.weight == 0.5
    (hard, _) = read([source(str(file), False, Reading())], told.append)
    assert hard.targets == (1.0, 0.0) and hard.weight == 1.0
    with pytest.raises(ValueError, match=r"FILE\*WEIGHT"):
        source("x*-1", False, Reading())


def judged(*steps: str) -> JudgedChain:
    return verify("What is 6 * 7?", steps, lean="off")


class Told:
    """Stands in for a model whose shares a test needs to know beforehand: each step says its own."""

    def raw(self, chain: Chain) -> list[float]:
        return [float(step.text) for step in chain.steps]


def test_calibration_makes_shares_as_often_right_as_they_say_by_weight() -> None:
    dice, examples = random.Random(6), []
    for number in range(1500):
        told = [dice.choice([0.6, 0.9]) for _ in range(4)]
        truth = [dice.random() < share for share in told]
        alive = [all(truth[: end + 1]) for end in range(4)]
        if all(alive) and dice.random() < 0.5:
            continue  # right chains are half as many as they should be, and count twice
        weight = 2.0 if all(alive) else 1.0
        bold = tuple(str(share**3 / (share**3 + (1 - share) ** 3)) for share in told)
        examples.append(Example(str(number), bold, tuple(map(float, alive)), weight=weight))
    fit = calibrated(Told(), examples)  # type: ignore[arg-type]  # only its shares are asked for
    assert fit.slope == pytest.approx(1 / 3, abs=0.08) and fit.shift == pytest.approx(0, abs=0.2)
    assert fit.steps < 4 * len(examples)  # after an error nothing says whether a step holds


def test_steps_count_up_to_the_first_error_or_doubt() -> None:
    assert list(up_to_error([0.9, 0.8, 0.7], [1.0, 0.0, 0.0])) == [(0.9, True), (0.8, False)]
    assert list(up_to_error([0.9, 0.8, 0.7], [1.0, None, 0.0])) == [(0.9, True)]


def test_the_fusion_learns_from_evidence_and_keeps_its_signs() -> None:
    dice = random.Random(2)
    good, bad = judged("Clearly 6 * 7 = 42, my friends."), judged("Clearly 6 * 7 = 43, my friends, roughly.")
    chains = [dice.choice([good, bad]) for _ in range(200)]
    targets = [[float(chain is good)] for chain in chains]
    fusion = fitted([lesson(c, [0.7], t) for c, t in zip(chains, targets, strict=True)], "a test")
    assert fusion.share(good.steps[0], 0.7) > 0.8 > 0.2 > fusion.share(bad.steps[0], 0.7)
    contrary = fitted([lesson(c, [0.7], [1 - t[0]]) for c, t in zip(chains, targets, strict=True)], "a test")
    assert all(contrary.coefficients[name] * sign >= 0 for name, sign in SIGNS.items())
    assert contrary.coefficients["claims refuted"] == 0.0, "the contrary cannot be learnt"
    assert all(value == 0 or name in ("constant", *SIGNS) for name, value in fusion.coefficients.items())


def test_the_fusion_learns_from_final_answers_which_kind_of_step_is_to_blame() -> None:
    """Half of the chains hold a step with a false claim, and those end wrong; nobody says which step it is."""
    good, false = judged("Clearly 6 * 7 = 42, my friends."), judged("Clearly 6 * 7 = 43, my friends, roughly.")
    chains = [(good, good), (good, false), (false, good)] * 40
    lessons = []
    for pair in chains:
        steps = tuple(chain.steps[0] for chain in pair)
        joined = JudgedChain(Chain.of("p", [step.text for step in steps]), steps)
        lessons.append(lesson(joined, [0.8, 0.64], (None, 0.95 if pair == (good, good) else 0.0)))
    fusion = fitted(lessons, "a test")
    assert fusion.share(good.steps[0], 0.8) > 0.7 > 0.3 > fusion.share(false.steps[0], 0.8)


def test_groups_of_lessons_count_alike() -> None:
    one = lesson(judged("So 6 * 7 = 42."), [0.9], (1.0,))
    first, nothing, last = evenly([one] * 3, [], [replace(one, weight=0.5)] * 2)
    assert [each.weight for each in first] == [1.0] * 3 and nothing == []
    assert sum(each.weight for each in last) == pytest.approx(3)


def test_a_kind_of_chain_that_errs_more_often_is_not_taken_for_evidence() -> None:
    """Both kinds trust the model alike, but one says less of itself and errs more: together that looks contrary."""
    dice = random.Random(11)

    def kind(level: float, count: int = 600) -> list[Lesson]:
        made = []
        for _ in range(count):
            log_odds = level + dice.gauss(0, 1)
            score = 1 / (1 + math.exp(-log_odds))
            right = dice.random() < 1 / (1 + math.exp(-(log_odds - 1.5 * level)))
            made.append(Lesson((None,), ((0.0,) * len(NAMES),), (score,), (float(right),)))
        return made

    few, many = kind(-1.5), kind(1.5)
    apart, mixed = fitted(few, "a test", others=many), fitted([*few, *many], "a test")
    assert apart.coefficients["model"] == pytest.approx(1, abs=0.15) and mixed.coefficients["model"] < 0.6
    assert apart.coefficients["constant"] == pytest.approx(2.25, abs=0.3), "the constant is of the first kind"
    found = alone(few, many, "a test")
    assert (found.slope, found.shift) == (pytest.approx(1, abs=0.15), pytest.approx(2.25, abs=0.3))


def test_blame_is_shared_out_by_what_is_believed() -> None:
    assert credited([0.5, 0.5], [1.0, 0.0]) == [(1.0, 0.0), (0.0, 1.0)]
    (right, wrong), last = credited([1.0, 0.5], [None, 0.0])
    assert (right, wrong) == (1.0, 0.0) and last == (0.0, 1.0), "a settled step is not to blame"
    first, second = credited([0.9, 0.5], [None, 0.0])
    assert first[1] == pytest.approx(0.1 / 0.55) and second == pytest.approx((0.0, 0.45 / 0.55))
    assert first[0] == pytest.approx(1 - first[1])
    lucky = credited([0.9, 0.9], [None, 0.95])
    assert sum(wrong for _, wrong in lucky) == pytest.approx(0.05) and lucky[1][0] == pytest.approx(0.95)
    assert credited([0.9, 0.9, 0.9], [1.0, None, None]) == [(1.0, 0.0), (0.0, 0.0), (0.0, 0.0)]
    with pytest.raises(ValueError, match="a target for each of 1 steps"):
        credited([0.5], [])


def test_examples_are_parted_by_problem_and_drawn_alike() -> None:
    examples = [Example(f"p{n // 2}", ("So 1 + 1 = 2.",), (1.0,), kind="right") for n in range(200)]
    kept, held = parted(examples)
    assert kept and held and not {e.problem for e in kept} & {e.problem for e in held}
    first, second = halves(examples)
    assert first and second and not {e.problem for e in first} & {e.problem for e in second}
    assert drawn(examples, 20) == drawn(examples, 20) and len(drawn(examples, None)) == 200


def test_a_right_twin_with_many_places_counts_less() -> None:
    long = Example("p", ("1 + 1 = 2 " * 20,), (1.0,), kind="right")
    short = Example("p", ("1 + 1 = 2",), (1.0,), kind="right")
    assert weighed([long])[0].weight < 0.1 < 1.5 < weighed([short])[0].weight
