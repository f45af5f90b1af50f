"""What trusted code hands on does not change, and has no other fields than those it was made with."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path

import pytest

import verifier

ROOT = Path(verifier.__file__).parent
ROOMS = ("kernel", "checkers/formulas", "claims")
WORKING = {"Context", "_Bounds", "_Unfolding"}  # they are filled while a chain is judged, and a formula is searched


def classes() -> Iterator[type]:
    for room in ROOMS:
        for file in sorted((ROOT / room).glob("*.py")):
            name = ".".join(("verifier", *file.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
            module = importlib.import_module(name)
            held = (one for one in vars(module).values() if isinstance(one, type) and one.__module__ == name)
            yield from (one for one in held if is_dataclass(one))


@pytest.mark.parametrize("kind", list(classes()), ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_a_record_of_trusted_code_is_frozen_unless_it_is_known_to_be_filled(kind: type) -> None:
    params = kind.__dataclass_params__  # type: ignore[attr-defined]
    assert params.frozen is (kind.__name__ not in WORKING)
    assert "__slots__" in vars(kind)
