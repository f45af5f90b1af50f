"""Published conventions, on small random models of the same architecture, against scores computed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from support import tiny_models

from verifier.chain import Chain
from verifier.estimators.choose import chosen
from verifier.estimators.model import Placement, PrmUnavailable, ProcessRewardModel
from verifier.estimators.own.layout import LongChain

PROBLEM = "How many are 6 times 7?"
STEPS = ("So 6 * 7 = 42.", "The answer is 42.")
CHAIN = Chain.of(PROBLEM, STEPS)
OTHER = Chain.of("How many?", ("So 42.", "The answer is 7.", "So 6."))
CPU = Placement("cpu", "float32")


def load(kind: str, *folders: Path) -> ProcessRewardModel:
    model = chosen(f"{kind}:{','.join(map(str, folders))}", CPU)
    assert model is not None
    return model


def close(found: list[float], expected: list[float]) -> None:
    assert found == pytest.approx(expected, abs=1e-5)
    assert len(set(found)) > 1  # a model that says the same of every step would show nothing


@torch.no_grad()
def test_qwen_reads_the_second_share_at_each_mark(tmp_path: Path) -> None:
    words = tiny_models.chatml(tmp_path)
    model = tiny_models.qwen2(tiny_models.CAUSAL, tmp_path, len(words))
    words = tiny_models.as_loaded(tmp_path)
    w0, b0, w2, b2 = (torch.randn(shape) / 8 for shape in ((32, 32), (32,), (2, 32), (2,)))
    tiny_models.add(tmp_path, {"score.0.weight": w0, "score.0.bias": b0, "score.2.weight": w2, "score.2.bias": b2})
    text = (
        "<|im_start|>system\nPlease reason step by step, and put your final answer within \\boxed{}.<|im_end|>\n"
        f"<|im_start|>user\n{PROBLEM}<|im_end|>\n"
        f"<|im_start|>assistant\n{STEPS[0]}<extra_0>{STEPS[1]}<extra_0><|im_end|>\n"
    )
    ids = words.encode(text, add_special_tokens=False)
    states = model.model(torch.tensor([ids])).last_hidden_state[0]
    logits = torch.relu(states @ w0.T + b0) @ w2.T + b2
    expected = [logits[at].softmax(-1)[1].item() for at, id in enumerate(ids) if words.decode(id) == "<extra_0>"]
    close(load("qwen", tmp_path).score([CHAIN])[0], expected)


@torch.no_grad()
def test_a_mark_inside_a_step_does_not_shift_the_scores(tmp_path: Path) -> None:
    words = tiny_models.chatml(tmp_path)
    tiny_models.qwen2(tiny_models.CAUSAL, tmp_path, len(words))
    weights = {"score.0.weight": (32, 32), "score.0.bias": (32,), "score.2.weight": (2, 32), "score.2.bias": (2,)}
    tiny_models.add(tmp_path, {name: torch.randn(shape) for name, shape in weights.items()})
    hostile = Chain.of(PROBLEM, ("So <extra_0><extra_0> 6 * 7 = 42.", "The answer is 42."))
    assert len(load("qwen", tmp_path).score([hostile])[0]) == 2


@torch.no_grad()
def test_math_shepherd_compares_plus_and_minus_at_each_tag(tmp_path: Path) -> None:
    words = tiny_models.tokenizer(tmp_path, ["<s>"], None, bos_token="<s>")
    model = tiny_models.mistral(tmp_path, len(words))
    text = f"{PROBLEM} Step 1: {STEPS[0]} ки\nStep 2: {STEPS[1]} ки"
    ids = words.encode(text)
    tag = words.encode(" ки")[-1]
    good, bad = words.encode("+ -")[0], words.encode("+ -")[-1]
    logits = model(torch.tensor([ids])).logits[0]
    expected = [logits[at, [good, bad]].softmax(-1)[0].item() for at, id in enumerate(ids) if id == tag]
    assert len(expected) == 2
    close(load("math-shepherd", tmp_path).score([CHAIN])[0], expected)


@torch.no_grad()
def test_skywork_reads_its_value_head_at_the_end_of_each_line(tmp_path: Path) -> None:
    words = tiny_models.chatml(tmp_path)
    model = tiny_models.qwen2(tiny_models.CAUSAL, tmp_path, len(words))
    words = tiny_models.as_loaded(tmp_path)
    weight, bias = torch.randn(1, 32) / 8, torch.randn(1)
    tiny_models.add(tmp_path, {"v_head.summary.weight": weight, "v_head.summary.bias": bias})
    ids, at = words.encode(PROBLEM + "\n"), []
    for step in STEPS:
        ids += words.encode(step) + words.encode("\n")[-1:]
        at.append(len(ids) - 1)
    states = model.model(torch.tensor([ids])).last_hidden_state[0]
    close(load("skywork", tmp_path).score([CHAIN])[0], torch.sigmoid(states[at] @ weight.T + bias)[:, 0].tolist())


@torch.no_grad()
def test_rlhflow_reads_where_the_answer_to_each_step_is_predicted(tmp_path: Path) -> None:
    specials = ["<|begin_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"]
    words = tiny_models.tokenizer(tmp_path, specials, tiny_models.LLAMA3, bos_token="<|begin_of_text|>")
    model = tiny_models.llama(tmp_path, len(words))
    good, bad = words.encode("+")[-1], words.encode("-")[-1]
    chat: list[dict[str, str]] = []
    expected = []
    for text in (f"{PROBLEM} {STEPS[0]}", STEPS[1]):
        chat += [{"role": "user", "content": text}, {"role": "assistant", "content": "+"}]
        ids = words.encode(words.apply_chat_template(chat, tokenize=False), add_special_tokens=False)
        logits = model(torch.tensor([ids])).logits[0, -3]  # as published: before the last "+" and the turn's end
        expected.append(logits[[good, bad]].softmax(-1)[0].item())
    close(load("rlhflow", tmp_path).score([CHAIN])[0], expected)


@torch.no_grad()
def test_trl_reads_the_second_label_at_the_last_separator(tmp_path: Path) -> None:
    words = tiny_models.tokenizer(tmp_path, ["<s>"], None, bos_token="<s>")
    model = tiny_models.qwen2(tiny_models.TOKENS, tmp_path, len(words), num_labels=2)
    words = tiny_models.as_loaded(tmp_path)
    ids, at = [words.bos_token_id, *words.encode(PROBLEM)], []
    for step in STEPS:
        ids += words.encode(step) + words.encode("\n")
        at.append(len(ids) - 1)
    expected = model(torch.tensor([ids])).logits[0][at].softmax(-1)[:, 1].tolist()
    close(load("trl", tmp_path).score([CHAIN])[0], expected)


@torch.no_grad()
def test_reasoneval_adds_neutral_and_positive_where_each_step_ends(tmp_path: Path) -> None:
    words = tiny_models.tokenizer(tmp_path, ["<s>", "<pad>"], None, bos_token="<s>", pad_token="<pad>")
    model = tiny_models.mistral(tmp_path, len(words))
    head = torch.randn(3, 32) / 8
    tiny_models.add(tmp_path, {"score_head.weight": head})
    ids = words.encode(f"Question:\n{PROBLEM}\nAnswer:\nLet's think step by step.\n")
    at = []
    for step in STEPS:
        ids += words.encode(step)
        at.append(len(ids) - 1)
    states = model.model(torch.tensor([ids])).last_hidden_state[0]
    expected = (states[at] @ head.T).softmax(-1)[:, 1:].sum(-1).tolist()
    close(load("reasoneval", tmp_path).score([CHAIN])[0], expected)


@torch.no_grad()
def test_an_implicit_model_sums_what_the_policy_learnt_over_its_reference(tmp_path: Path) -> None:
    policy, reference = tmp_path / "policy", tmp_path / "reference"
    words = tiny_models.chatml(policy)
    tiny_models.chatml(reference)
    models = [tiny_models.qwen2(tiny_models.CAUSAL, policy, len(words)), tiny_models.llama(reference, len(words))]
    words = tiny_models.as_loaded(policy)
    ids = words.encode(f"<|im_start|>user\n{PROBLEM}<|im_end|>\n<|im_start|>assistant\n")
    total, expected = 0.0, []
    parts = [words.encode(STEPS[0] + "\n\n"), words.encode(STEPS[1])]
    whole = torch.tensor([ids + parts[0] + parts[1]])
    logs = [model(whole).logits[0].log_softmax(-1) for model in models]
    at = len(ids)
    for part in parts:
        for token in part:
            total += 0.05 * (logs[0][at - 1, token] - logs[1][at - 1, token]).item()
            at += 1
        expected.append(1 / (1 + 2.718281828459045**-total))
    close(load("implicit", policy, reference).score([CHAIN])[0], expected)


@torch.no_grad()
@pytest.mark.parametrize("labels", [1, 2])
def test_an_outcome_model_scores_each_prefix_as_a_solution(tmp_path: Path, labels: int) -> None:
    words = tiny_models.tokenizer(tmp_path, ["<s>"], None, bos_token="<s>", pad_token="<s>")
    model = tiny_models.qwen2(
        tiny_models.SEQUENCE, tmp_path, len(words), num_labels=labels, pad_token_id=words.pad_token_id
    )
    words = tiny_models.as_loaded(tmp_path)
    expected = []
    for text in (f"{PROBLEM}\n{STEPS[0]}", f"{PROBLEM}\n{STEPS[0]}\n{STEPS[1]}"):
        logits = model(torch.tensor([words.encode(text)])).logits[0]
        expected.append((logits.sigmoid()[0] if labels == 1 else logits.softmax(-1)[1]).item())
    close(load("orm", tmp_path).score([CHAIN])[0], expected)


@pytest.fixture
def labelled(tmp_path: Path) -> Iterator[Path]:
    """A small model as TRL trains them."""
    words = tiny_models.tokenizer(tmp_path, ["<s>"], None, bos_token="<s>")
    tiny_models.qwen2(tiny_models.TOKENS, tmp_path, len(words), num_labels=2)
    yield tmp_path


def test_a_batch_scores_each_chain_as_alone(labelled: Path) -> None:
    model = load("trl", labelled)
    together = model.score([CHAIN, OTHER, CHAIN])
    assert together[1] == pytest.approx(model.score([OTHER])[0], abs=1e-5)
    assert [len(scores) for scores in together] == [2, 3, 2]


def test_a_long_chain_is_scored_in_windows_with_a_warning(labelled: Path) -> None:
    model = load("trl", labelled)
    with pytest.warns(LongChain, match="longer than the 256 tokens"):
        scores = model.score([Chain.of(PROBLEM, STEPS * 20), CHAIN])
    assert len(scores[0]) == 40 and all(0 < score < 1 for score in scores[0])
    assert scores[0][:2] == pytest.approx(scores[1], abs=1e-5)


def test_a_step_longer_than_the_context_has_no_score_and_the_rest_goes_on(labelled: Path) -> None:
    model = load("trl", labelled)
    with pytest.warns(LongChain, match="step 1 and the problem are longer|scored in 2 windows"):
        scores = model.score([Chain.of(PROBLEM, (STEPS[0], "6 " * 400, STEPS[1])), CHAIN])
    assert [score == score for score in scores[0]] == [True, False, True]
    assert all(0 < score < 1 for score in scores[1])


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("qwen", "expected --prm none, default"),
        ("nonsense:x", "expected --prm none, default"),
        ("qwen:./not/here", "expected a folder, or a name on the hub"),
        ("implicit:{}", "expected --prm implicit:POLICY,REFERENCE"),
        ("qwen:{}", "score.0.weight"),
        ("skywork:{}", "v_head.summary.weight"),
        ("reasoneval:{}", "score_head.weight"),
        ("math-shepherd:{}", "these weights are missing"),
    ],
)
def test_what_is_no_such_model_says_what_was_expected(spec: str, says: str, labelled: Path) -> None:
    with pytest.raises(PrmUnavailable, match=says):
        chosen(spec.format(labelled), CPU)


def test_a_damaged_weight_file_is_named(labelled: Path) -> None:
    file = labelled / "model.safetensors"
    file.write_bytes(file.read_bytes()[:500])
    with pytest.raises(PrmUnavailable, match="expected the weights and the tokenizer of a trl model"):
        load("trl", labelled)


def test_a_device_or_a_type_that_does_not_exist_is_refused(labelled: Path) -> None:
    with pytest.raises(PrmUnavailable, match="expected --device"):
        chosen(f"trl:{labelled}", Placement("abacus", "auto"))
    with pytest.raises(PrmUnavailable, match="expected --dtype"):
        chosen(f"trl:{labelled}", Placement("cpu", "int1"))


def test_a_hub_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(PrmUnavailable, match="the hub did not give it"):
        chosen("qwen:nobody/nothing", CPU)
