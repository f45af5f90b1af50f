"""What a user asks of a judge: options that commands and functions take alike."""

from __future__ import annotations

from typing import Literal

LeanMode = Literal["off", "auto", "require"]
"""Whether Lean is used; ``require`` fails where it cannot be had."""
