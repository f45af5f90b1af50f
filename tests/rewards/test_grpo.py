"""A real, short GRPO run with TRL and our rewards: that it trains. Opt-in: ``VERIFIER_GRPO=1``.

A Llama of random weights that speaks digits learns to say the one number that is right; SmolLM2 does a few steps.
With ``-s`` each step's loss and rewards are printed.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from verifier import rewards

pytestmark = [
    pytest.mark.skipif(os.environ.get("VERIFIER_GRPO") != "1", reason="opt-in: set VERIFIER_GRPO=1; it takes minutes"),
    pytest.mark.filterwarnings("ignore"),  # other packages' own
]

SHOWN = ("step", "loss", "grad_norm", "reward", "rewards/process_errors/mean", "rewards/outcome/mean")
PROBLEMS = [(a, 7 - a) for a in range(1, 7)]


def tiny() -> tuple[Any, Any]:
    """Return a Llama of random weights and a tokenizer of digits."""
    import torch
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    letters = [*"0123456789 +", "<eos>", "<pad>"]
    words = Tokenizer(models.WordLevel({letter: i for i, letter in enumerate(letters)}, unk_token="<pad>"))
    words.pre_tokenizer = pre_tokenizers.Split(Regex("."), "isolated")
    words.decoder = decoders.Fuse()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, eos_token="<eos>", pad_token="<pad>", unk_token="<pad>")
    torch.manual_seed(0)
    size = {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4}
    ids = {"eos_token_id": tokenizer.eos_token_id, "pad_token_id": tokenizer.pad_token_id, "bos_token_id": None}
    return LlamaForCausalLM(LlamaConfig(vocab_size=len(letters), max_position_embeddings=256, **size, **ids)), tokenizer


def smollm2() -> tuple[Any, Any]:
    """Return SmolLM2 and its tokenizer."""
    from verifier.estimators.surprisal.smollm2 import folder
    from verifier.search.policies.local import loaded

    model, tokenizer = loaded(str(folder()), "float32")
    model.hf_quantizer, model.is_quantized = None, False  # the weights are plain numbers by now
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config
    return model.cpu(), tokenizer


def trained(model: Any, tokenizer: Any, prompt: str, folder: Path, **config: Any) -> list[dict[str, float]]:
    """Return what a run logged, step by step."""
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    before = {name: value.detach().clone() for name, value in model.named_parameters()}
    rows = [{"prompt": prompt.format(a=a, b=b), "answer": str(a + b)} for a, b in PROBLEMS]
    fixed = {"report_to": [], "use_cpu": True, "save_strategy": "no", "seed": 0, "logging_steps": 1, "bf16": False}
    small: dict[str, Any] = {"workers": 1, "batch_seconds": 300.0}
    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        args=GRPOConfig(output_dir=str(folder), **fixed, **config),
        train_dataset=Dataset.from_list(rows),
        reward_funcs=[
            rewards.process(**small),
            rewards.outcome(asynchronous=True, **small),
        ],
    )
    trainer.train()
    after = dict(trainer.model.named_parameters())
    assert any(not before[name].equal(value.detach()) for name, value in after.items()), "nothing was learnt"
    logs = [row for row in trainer.state.log_history if "reward" in row]
    for row in logs:
        print({name: row.get(name) for name in SHOWN})
    return logs


def test_a_tiny_policy_learns_what_is_rewarded(tmp_path: Path) -> None:
    pytest.importorskip("trl")
    steps = {"max_steps": 40, "per_device_train_batch_size": 16, "num_generations": 16, "max_completion_length": 2}
    logs = trained(*tiny(), "{a} + {b} ", tmp_path, learning_rate=1e-2, beta=0.0, **steps)
    right = [row["reward"] for row in logs]
    assert len(logs) == 40 and "rewards/process_errors/mean" in logs[0]
    assert sum(right[-10:]) / 10 > 0.5 > sum(right[:5]) / 5, right


def test_smollm2_does_a_few_steps(tmp_path: Path) -> None:
    pytest.importorskip("trl")
    steps = {"max_steps": 3, "per_device_train_batch_size": 4, "num_generations": 4, "max_completion_length": 40}
    prompt = "Work step by step. What is {a} * 12 + {b}?\n"
    logs = trained(*smollm2(), prompt, tmp_path, learning_rate=1e-5, **steps)
    assert len(logs) == 3 and all(math.isfinite(row["reward"]) and math.isfinite(row["loss"]) for row in logs), logs


class Given:
    """A judge that gives the results it was made with, in turn."""

    def __init__(self, *scores: float | None) -> None:
        self.scores = scores

    def ask(self, items: Sequence[rewards.Item]) -> list[rewards.Result]:
        made = {score: rewards.Result(score=score) for score in self.scores}
        made[None] = rewards.Result(reason=rewards.Abstention.UNDECIDED)
        return [made[self.scores[i % len(self.scores)]] for i in range(len(items))]

    async def ask_async(self, items: Sequence[rewards.Item]) -> list[rewards.Result]:
        return self.ask(items)

    def close(self) -> None:
        """End nothing."""


@pytest.mark.parametrize("kind", [rewards.Reward, rewards.AsyncReward])
def test_abstention_is_left_out_of_the_statistics_of_its_group(kind: type[rewards.Reward], tmp_path: Path) -> None:
    pytest.importorskip("trl")
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    model, tokenizer = tiny()
    fixed = {"report_to": [], "use_cpu": True, "save_strategy": "no", "seed": 0, "logging_steps": 1, "bf16": False}
    sizes = {"max_steps": 1, "per_device_train_batch_size": 4, "num_generations": 4, "max_completion_length": 2}
    made: dict[str, Any] = {"model": model, "processing_class": tokenizer}
    made["args"] = GRPOConfig(output_dir=str(tmp_path), scale_rewards="none", **fixed, **sizes)
    made["train_dataset"] = Dataset.from_list([{"prompt": "1 + 2 ", "answer": "3"}] * 4)
    trainer = GRPOTrainer(**made, reward_funcs=[kind(Given(1.0, 1.0, 0.0, None))])
    kept: list[Any] = []
    real = trainer._generate_and_score_completions
    trainer._generate_and_score_completions = lambda inputs: kept.append(real(inputs)) or kept[-1]
    trainer.train()
    third = 1 / 3
    assert sorted(kept[0]["advantages"].tolist()) == pytest.approx([-2 * third, 0.0, third, third])
    [log] = [row for row in trainer.state.log_history if "reward" in row]
    assert log["reward"] == pytest.approx(2 * third) and log["reward/abstained"] == 0.25
