"""Records that no version judges any more: they are refused with a line that says what to do."""

from __future__ import annotations

from typing import Any, Final

STEP_BY_STEP: Final = (
    "it rests on the earlier translator, which asked about one step at a time and is gone: "
    "translate the chain anew with 'verifier translate', and judge or label it again"
)
"""Why a record of the earlier translator is refused."""


def refused(data: Any) -> str | None:
    """Return why a record is refused, whoever reads it; None where it is not."""
    steps = data.get("steps") if isinstance(data, dict) and "kind" not in data else None
    for step in steps if isinstance(steps, list) else ():
        if isinstance(step, dict) and step.get("translation") is not None:
            return STEP_BY_STEP
    return None
