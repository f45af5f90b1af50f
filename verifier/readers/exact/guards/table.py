"""The guards of ``guards.toml`` by their codes."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from verifier.mathtext.guards import notation
from verifier.mathtext.guards.guard import REGISTRY, Blocks, Case, Defeater, Guard, defeater, guard

NOTATION: Final = notation
"""The other table: what it declares is in the registry once it is imported."""


def _rows() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files("verifier.readers.exact.guards").joinpath("guards.toml").read_text("utf-8"))


def _cases(cases: Sequence[str | list[str]]) -> tuple[Case, ...]:
    return tuple(case if isinstance(case, str) else tuple(case) for case in cases)


_ROWS: Final = _rows()
GUARDS: Final[dict[str, Guard]] = {
    code: guard(code, row["says"], blocks, fires=_cases(row["fires"]), silent=_cases(row["silent"]))
    for blocks in Blocks
    for code, row in _ROWS[blocks].items()
}
DEFEATERS: Final[dict[str, Defeater]] = {
    code: defeater(
        code,
        row["says"],
        *(GUARDS[one] for one in row["of"]),
        fires=_cases(row["fires"]),
        silent=_cases(row["silent"]),
    )
    for code, row in _ROWS["defeats"].items()
}


def registered() -> list[Guard | Defeater]:
    """Return every guard and defeater, by their codes."""
    return [REGISTRY[code] for code in sorted(REGISTRY)]
