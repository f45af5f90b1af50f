"""Rewards for reinforcement learning, from verdicts: the answer's reward, less a penalty where a step is settled
incorrect. ``reward`` is a function for TRL's GRPOTrainer; ``verifier.rewards.adaptors`` has a module for each other
trainer. An abstention is None, and never a zero.

>>> from verifier import rewards
>>> rewards.reward(workers=1)(prompts=["Add 2 and 3."], completions=["2 + 3 = 6. The answer is 6."], answer=["5"])
[-1.0]
"""

from verifier.rewards.adaptors.trl import AsyncReward, Reward, outcome, process, reward
from verifier.rewards.result import Abstention, Item, Result, StepResult, shares
from verifier.rewards.rule import Rule
from verifier.rewards.tokens import Tokens
from verifier.rewards.workers import Settings

__all__ = [
    "Abstention",
    "AsyncReward",
    "Item",
    "Result",
    "Reward",
    "Rule",
    "Settings",
    "StepResult",
    "Tokens",
    "outcome",
    "process",
    "reward",
    "shares",
]
