"""Results that came back from a pickle: a record, and no verdict until it is checked again."""

from __future__ import annotations

import importlib
import json
from dataclasses import dataclass
from typing import Any, Final

MOST_SHOWN: Final = 60
"""Characters of the problem that are shown."""


def line(data: dict[str, Any]) -> str:
    """Return ``data`` as one line of JSON in ASCII: whatever the texts hold, the line is valid UTF-8 and shows no
    control character.
    """
    return json.dumps(data, ensure_ascii=True, allow_nan=False)


@dataclass(frozen=True, slots=True)
class Unchecked:
    """The record of a result that came back from a pickle. Nothing of it is a verdict: a file could say anything.

    ``json``: the record as one line. ``recheck()`` checks its proofs; ``checked()`` gives the result back.
    """

    json: str

    def to_dict(self) -> dict[str, Any]:
        """Return the record, as JSON values. Raises: ValueError where it is none."""
        data = json.loads(self.json)
        if not isinstance(data, dict):
            raise ValueError("expected a record as a JSON object")
        return data

    def to_json(self) -> str:
        """Return the record as one line of JSON."""
        return self.json

    def recheck(self) -> Any:
        """Return what comes of checking the record again, a ``Rechecked``: true when all of it holds. Raises: as
        ``recheck``."""
        return _recheck().recheck([self.to_dict()])

    def checked(self) -> Any:
        """Return the result, judged again from the stored proofs alone.

        Raises: ValueError where the record does not hold, or is of a repair or a pick, of which ``recheck`` alone
        speaks; LeanUnavailable where it holds a certificate of Lean and there is no Lean.
        """
        return _recheck().checked(self.to_dict())

    def __getattr__(self, name: str) -> Any:
        """Raises: AttributeError, which says what to do."""
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(
            f"no attribute {name!r}: this result came back from a pickle and is not checked; "
            "checked() gives it back, to_dict() is its record"
        )

    def __str__(self) -> str:
        data = self.to_dict()
        inner = data.get("judged", data)
        problem = str(inner.get("problem", "") if isinstance(inner, dict) else "")
        return f"not checked since it came back from a pickle: {problem[:MOST_SHOWN]!r}; checked() gives the result"


def _recheck() -> Any:
    return importlib.import_module("verifier.records.recheck")  # which imports what results are made of
