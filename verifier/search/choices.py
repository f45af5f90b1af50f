"""What a search may be asked for by name."""

from __future__ import annotations

from typing import Final, Literal

POLICIES: Final = (
    "replay:FILE",
    "smollm2",
    "local:FOLDER_OR_HUB_ID",
    "chat:URL#MODEL",
    "completions:URL#MODEL",
)
"""What writes steps: recorded candidates, the small model from PyPI, a model of this machine, a server."""

Method = Literal["beam", "mcts", "best-of-n"]
"""How a chain is looked for."""

Rule = Literal["min", "product", "mean", "last"]
"""How step values make a chain's."""

Value = Literal["judge", "rollouts", "mixed"]
"""Where the values of tree search come from."""

Vote = Literal["value", "majority", "weighted"]
"""How one of many sampled chains is chosen."""

How = Literal["every", "binary", "omega"]
"""``every``: each prefix; ``binary``: a binary search for the first error; ``omega``: OmegaPRM's tree of rollouts, of
the problem alone, which writes chains of its own."""

Labels = Literal["hard", "soft"]
"""Math-Shepherd's two: ``hard``: whether any rollout came out right; ``soft``: the share that did."""

Clean = Literal["settled", "checked"]
"""When a step is clean. ``settled``: it is settled correct. ``checked``: it is settled correct, or every claim in it is
proved, or it claims nothing."""

TOGETHER: Final = 8
"""Problems at work at a time: what they ask is one batch."""
