"""What a format is: how its rows are told, read, and written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from verifier.labelling.example import Example, Neutral, Row
from verifier.labelling.labels import Labelled


@dataclass(frozen=True, slots=True)
class Format:
    """``read`` takes a row to an example (Raises: BadRow), ``write`` a labelled chain to a row.

    ``nulls``: whether its rows have room for a step without a label. ``columns``: the names and types of what is
    written, as Parquet stores them. ``record``: whether writing needs the chain's full record.
    """

    name: str
    expects: str
    matches: Callable[[Row], bool] | None = None
    read: Callable[[Row, Neutral], Example] | None = None
    write: Callable[[Labelled], dict[str, Any]] | None = None
    nulls: bool = False
    columns: tuple[tuple[str, str], ...] = ()
    record: bool = False
