"""The sections of the word list: each is declared for whoever checks types, and each is used."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import verifier
from verifier.mathtext.lexicon import words

ROOT = Path(verifier.__file__).parent
LISTED = ROOT / "mathtext/lexicon/en/words.txt"


def sections() -> list[str]:
    return [line.strip("[]") for line in LISTED.read_text("utf-8").splitlines() if line.startswith("[")]


def used(source: str) -> Iterator[str]:
    """Yield the names that a module takes from ``words``, and every text, which may name a section."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "words":
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def unused(sources: list[str]) -> set[str]:
    return set(sections()) - {name for source in sources for name in used(source)}


def test_every_section_is_declared_and_nothing_else_is() -> None:
    declared = {name for name in words.__annotations__ if name.isupper()}
    assert declared == set(sections()) and len(sections()) == len(declared)


def test_every_section_is_used() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT).rglob("*.py") if path.name != "words.py"]
    rows = "".join(path.read_text("utf-8") for path in ROOT.rglob("*.toml"))
    found = unused([*sources, (LISTED.parents[1] / "words.py").read_text("utf-8")])
    assert {name for name in found if f'"@{name}"' not in rows} == set()


def test_a_section_that_nothing_uses_would_be_seen() -> None:
    assert "MONTHS" in unused(["words.TESTS", "words.section('PLUGS')"]) and "TESTS" not in unused(["words.TESTS"])


def test_a_misspelt_section_is_no_section() -> None:
    with pytest.raises(AttributeError, match="REWORKNG"):
        _ = words.REWORKNG  # type: ignore[attr-defined]
