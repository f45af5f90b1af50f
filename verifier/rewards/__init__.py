"""Rewards for reinforcement learning, from verdicts: ``process``, ``outcome`` and ``format`` for TRL's GRPOTrainer
(``reward_funcs=[verifier.rewards.process(), verifier.rewards.outcome()]``), ``compute_score`` for verl, and
``reward_func`` for OpenRLHF. None is the reward of what nothing could be told of.
"""

from verifier.rewards.functions import Format, Outcome, Process, format, outcome, process
from verifier.rewards.openrlhf import reward_func
from verifier.rewards.verl import compute_score

__all__ = ["Format", "Outcome", "Process", "compute_score", "format", "outcome", "process", "reward_func"]
