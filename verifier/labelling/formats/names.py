"""The names of the formats of data sets; ``registry`` holds the formats themselves."""

from __future__ import annotations

from typing import Final, Literal, get_args

Valued = Literal["jsonl", "math-shepherd", "math-aps", "processbench", "prm800k", "trl"]
"""Written from the values of steps alone, whatever they come from."""

Written = Literal[Valued, "records", "parquet"]
"""Written from judged chains."""

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
    "chat",
    "plain",
    "gsm8k",
    "text",
]
"""Read, in the order in which a row is tried: what asks for more comes first."""

VALUED: Final[tuple[Valued, ...]] = get_args(Valued)
WRITTEN: Final[tuple[Written, ...]] = get_args(Written)
READ: Final[tuple[Read, ...]] = get_args(Read)
