"""Chains over a vocabulary: what the translation of a problem says, and what that of a chain adds to it.

A chain may add quantities of its own and ``model`` facts about them. It changes nothing of what was said before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from verifier.language.formal_chain import FormalChain
from verifier.language.walk import words
from verifier.language.write_chain import as_json

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Joined:
    """The fields of a problem and a chain together, and what of the chain's was left out, with the reason."""

    fields: Json
    refused: tuple[str, ...]


def joined(problem: FormalChain, added: Mapping[str, Any]) -> Joined:
    """Return a chain's fields over the translation of its problem."""
    base: Mapping[str, Any] = as_json(problem)
    refused: list[str] = []
    own = dict(_names(base["vars"], added.get("vars", {}), refused))
    facts = list(_facts(base["facts"], added.get("facts", ()), frozenset(own), refused))
    fields = {"formal": 1, "vars": {**base["vars"], **own}, "facts": [*base["facts"], *facts], "asks": base["asks"]}
    return Joined({**fields, "steps": added.get("steps", [])}, tuple(refused))


def _names(before: Mapping[str, Any], added: Any, refused: list[str]) -> Iterator[tuple[str, Any]]:
    for name, one in added.items() if isinstance(added, dict) else ():
        if name not in before:
            yield name, {**one, "by": "chain"} if isinstance(one, dict) else one
        elif one != before[name]:
            refused.append(f"variable {name}: the vocabulary has it already; choose another name or use it as it is")


def _facts(before: list[Any], added: Any, own: frozenset[str], refused: list[str]) -> Iterator[Any]:
    """The facts that a chain may add: ``model`` facts about a quantity of its own."""
    ids, known = {one["id"] for one in before}, [_said(one) for one in before]
    for number, one in enumerate(added if isinstance(added, list) else ()):
        if not isinstance(one, dict):
            yield one  # refused where it is read
        elif _said(one) in known:
            continue  # said again, word for word
        elif one.get("kind") != "model":
            refused.append(f"fact {one.get('id')}: of a chain only model facts about its own quantities are added")
        elif not all(words(said) & own for said in _said(one)):
            refused.append(f"fact {one.get('id')}: it says something of the vocabulary alone, which stands as it is")
        else:
            yield {**one, "id": _fresh(f"c{number}", ids)}


def _said(fact: Mapping[str, Any]) -> tuple[str, ...]:
    said = fact.get("expr")
    return tuple(one for one in (said if isinstance(said, list) else [said]) if isinstance(one, str))


def _fresh(id: str, ids: set[str]) -> str:
    while id in ids:
        id = f"{id}_"
    ids.add(id)
    return id
