"""The names of the formats that labels are written in; ``writers`` holds the formats themselves."""

from __future__ import annotations

from typing import Final, Literal, get_args

Valued = Literal["jsonl", "math-shepherd", "math-aps", "processbench", "prm800k", "trl"]
"""Written from the values of steps alone, whatever they come from."""

Written = Literal[Valued, "records", "parquet"]
"""Written from judged chains."""

VALUED: Final[tuple[Valued, ...]] = get_args(Valued)
WRITTEN: Final[tuple[Written, ...]] = get_args(Written)
