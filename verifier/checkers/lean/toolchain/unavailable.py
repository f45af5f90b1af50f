"""The one way in which Lean is missing, with what to do about it."""

from __future__ import annotations


class LeanUnavailable(Exception):
    """Lean cannot be had on this machine now. ``str`` is one line: what is missing, and what to do."""
