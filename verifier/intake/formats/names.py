"""The names of the formats that are read; ``registry`` holds the formats themselves."""

from __future__ import annotations

from typing import Final, Literal, get_args

Read = Literal[
    "formal",
    "prm800k",
    "math-shepherd",
    "math-aps",
    "prmbench",
    "mr-gsm8k",
    "mr-ben",
    "trl",
    "normal",
    "processbench",
    "records",
    "inspect",
    "rlhflow",
    "chat",
    "sharegpt",
    "plain",
    "gsm8k",
    "text",
    "prompt-completion",
    "preference",
    "openai-batch",
    "openai",
    "lm-eval",
]
"""Read, in the order in which a row is tried: what asks for more comes first."""

READ: Final[tuple[Read, ...]] = get_args(Read)
