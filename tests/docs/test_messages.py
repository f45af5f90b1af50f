"""Messages, reasons, advice and help: no private metaphor is used in what a user reads."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.plain_english import metaphors_of
from typer.main import get_command

import verifier
from verifier.cli.main import whole
from verifier.judging.judgements.judgement import FOUND
from verifier.judging.judgements.reasons import ADVICE, MEANING, WORD
from verifier.language.linting.findings import MEANING as LINTED
from verifier.proofs.rules import RULES

PACKAGE = Path(verifier.__file__).parent
SAY = frozenset({"complain", "BadParameter", "print"})
"""The functions that print or carry a message to the user."""

TABLES: dict[str, dict[Any, str]] = {
    "MEANING": dict(MEANING),
    "WORD": dict(WORD),
    "ADVICE": dict(ADVICE),
    "FOUND": dict(FOUND),
    "LINTED": dict(LINTED),
    "RULES": {name: str(one) for name, one in RULES.items()},
}


def messages(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every text that a module raises or prints, with its line; keys of JSON are in quotation marks, and left out."""
    for node in ast.walk(tree):
        call = node.exc if isinstance(node, ast.Raise) else node
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "id", None) or getattr(call.func, "attr", None)
        if isinstance(node, ast.Raise) or name in SAY:
            for part in ast.walk(call):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.lineno, " ".join(part.value.split('"')[::2])


def test_messages_use_no_metaphor() -> None:
    said = [
        (place.relative_to(PACKAGE).as_posix(), line, text)
        for place in sorted(PACKAGE.rglob("*.py"))
        for line, text in messages(ast.parse(place.read_text("utf-8")))
    ]
    assert len(said) > 1500 and [one for one in said if metaphors_of(one[2].split())] == []


@pytest.mark.parametrize("name", TABLES)
def test_reasons_and_advice_use_no_metaphor(name: str) -> None:
    assert [text for text in TABLES[name].values() if metaphors_of(text.split())] == []


def texts(command: Any) -> Iterator[str]:
    """The help of a command, of its parameters, and of the commands below it."""
    yield from (one.help or "" for one in (command, *command.params) if hasattr(one, "help"))
    for part in getattr(command, "commands", {}).values():
        yield from texts(part)


def test_help_uses_no_metaphor() -> None:
    found = list(texts(get_command(whole())))
    assert len(found) > 300 and [text for text in found if metaphors_of(text.split())] == []


def test_a_metaphor_is_noticed() -> None:
    tree = ast.parse("complain(f'{n} rows stand in the way')\nraise ValueError('it comes to nothing')")
    assert sorted(metaphors_of(text.split()) for _, text in messages(tree)) == [["comes to"], ["stand"]]
