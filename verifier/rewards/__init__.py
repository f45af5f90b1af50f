"""Rewards for reinforcement learning, from verdicts: ``process``, ``outcome`` and ``format`` for TRL's GRPOTrainer
(``reward_funcs=[verifier.rewards.process(), verifier.rewards.outcome()]``), ``compute_score`` for verl, and
``reward_func`` for OpenRLHF; ``spans`` for rewards by tokens. None is the reward of what nothing could be told of.

>>> from verifier import rewards
>>> rewards.process(workers=1)(prompts=["Add 2 and 3."], completions=["So 2 + 3 = 6."])
[-1.0]
"""

from verifier.rewards.functions import Format, Outcome, Process, format, outcome, process
from verifier.rewards.openrlhf import reward_func
from verifier.rewards.spans import SpannedReward, Spans, StepReward, spans
from verifier.rewards.verl import compute_score, compute_score_async

__all__ = [
    "Format",
    "Outcome",
    "Process",
    "SpannedReward",
    "Spans",
    "StepReward",
    "compute_score",
    "compute_score_async",
    "format",
    "outcome",
    "process",
    "reward_func",
    "spans",
]
