"""The formats in which commands print outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

CiFormat = Literal["junit", "sarif", "github"]
"""What CI systems read: JUnit XML, SARIF, GitHub's workflow commands."""

CheckFormat = Literal["view", "json", CiFormat]
"""Chains as a view for people, as records, or for a CI system."""

ProofsFormat = Literal["table", "json", CiFormat]
"""Proofs as a table for people, as JSON lines, or for a CI system."""


@dataclass(frozen=True, slots=True)
class Showing:
    """What a check prints. ``only_wrong``: chains in which nothing is wrong are only counted; ``summary``: a line for
    each chain; ``quiet``: nothing."""

    format: CheckFormat = "view"
    only_wrong: bool = False
    summary: bool = False
    quiet: bool = False
