"""What a search may be asked for by name."""

from __future__ import annotations

from typing import Final, Literal

POLICIES: Final = (
    "replay:FILE",
    "qwen2.5-1.5b",
    "qwen2.5-0.5b",
    "gguf:FILE",
    "local:FOLDER_OR_HUB_ID",
    "chat:URL#MODEL",
    "completions:URL#MODEL",
)
"""What writes steps: recorded candidates, a pinned model or a GGUF file that we serve, a model of this process, a
server."""

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
