"""From the text of an answer to JSON in the form of a formal chain; what is wrong with its shape is said, not raised.

A model may answer in the form that it is asked for, or write the file format itself, which is read as files are.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from verifier.language.read_chain import MAX_STEPS

Json = dict[str, Any]

MOST: Final = 2_000_000
"""Longest answer that is read, in characters."""

THOUGHT: Final = "</think>"
"""Ends what some models write down before they answer."""


class NotAnAnswer(ValueError):
    """The text is no JSON object of the form that was asked for."""


def told(text: str) -> Json:
    """Return the JSON object that an answer holds: the text itself, or what stands between marks of code.

    Raises:
        NotAnAnswer: where there is none.
    """
    if len(text) > MOST:
        raise NotAnAnswer(f"the answer has more than {MOST} characters")
    said = text.rpartition(THOUGHT)[2]
    begin = said.find("{")
    try:
        found, _ = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_refused).raw_decode(said, max(begin, 0))
    except RecursionError:
        raise NotAnAnswer("the JSON nests too deep") from None
    except ValueError as wrong:
        raise NotAnAnswer(f"expected a JSON object: {wrong}") from None
    if begin < 0 or not isinstance(found, dict):
        raise NotAnAnswer("expected a JSON object")
    return found


def _once(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise ValueError(f"an object has the field {twice[:40]!r} twice")
    return found


def _refused(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def parts(answer: Json, wanted: Sequence[str], span: tuple[int, int]) -> Json:
    """Return the fields of a formal chain that an answer holds, those that are ``wanted``; ``span``: of which steps.

    Raises:
        NotAnAnswer: where the answer has not the form that was asked for.
    """
    if missing := [name for name in wanted if name not in answer]:
        raise NotAnAnswer(f'the answer has no "{missing[0]}"')
    if isinstance(answer.get("vars"), dict) or "formal" in answer:
        return _as_file(answer, span)
    fields: Json = {"formal": 1, "vars": _variables(_list(answer, "vars")), "facts": _list(answer, "facts")}
    fields["facts"] = [_fact(one) for one in fields["facts"]]
    fields["asks"] = _list(answer, "asks")
    fields["steps"] = _steps(_list(answer, "steps"), span)
    return fields


def _as_file(answer: Json, span: tuple[int, int]) -> Json:
    """The fields of an answer that is written as files are."""
    steps = _list(answer, "steps")
    if len(steps) != span[1] - span[0]:
        raise NotAnAnswer(f"expected {span[1] - span[0]} steps, found {len(steps)}")
    kept: Json = {name: answer[name] for name in ("formal", "vars", "facts", "asks") if name in answer}
    return {**kept, "steps": steps}


def _list(answer: Mapping[str, Any], name: str) -> list[Any]:
    found = answer.get(name, [])
    if not isinstance(found, list):
        raise NotAnAnswer(f'expected "{name}" as a list')
    return found


def _variables(listed: Sequence[Any]) -> Json:
    found: Json = {}
    for one in listed:
        if not isinstance(one, dict) or not isinstance(one.get("name"), str):
            raise NotAnAnswer('expected each of "vars" as an object with a name')
        if one["name"] in found:
            raise NotAnAnswer(f'"vars" has the name {one["name"][:60]!r} twice')
        found[one["name"]] = _variable(one)
    return found


def _variable(one: Mapping[str, Any]) -> Json:
    kept = {name: value for name, value in one.items() if name != "name" and value not in ("", None)}
    if kept.get("by") == "problem":
        del kept["by"]
    if kept.get("type") != "function":  # asked for of functions alone; empty lists are written all the same
        kept = {name: value for name, value in kept.items() if name not in ("args", "expr") or value != []}
    return kept


def _fact(one: Any) -> Any:
    return _single(one) if isinstance(one, dict) else one


def _single(one: Mapping[str, Any]) -> Json:
    """An object with one expression by itself, as files have it."""
    listed = one.get("expr")
    return {**one, "expr": listed[0]} if isinstance(listed, list) and len(listed) == 1 else dict(one)


def _steps(listed: Sequence[Any], span: tuple[int, int]) -> list[Any]:
    """The statements of each step of a span; None where the answer has nothing about a step."""
    first, end = span
    found: list[Any] = [None] * (end - first)
    for place, one in enumerate(listed[: MAX_STEPS + 1], first):
        states, index = (one.get("states"), one.get("step")) if isinstance(one, dict) else (one, place)
        if not isinstance(states, list) or isinstance(index, bool) or not isinstance(index, int):
            raise NotAnAnswer('expected each of "steps" as {"step": number, "states": [...]}')
        if not first <= index < end:
            raise NotAnAnswer(f"there is no step {index} to translate: they are counted from {first} to {end - 1}")
        if found[index - first] is not None:
            raise NotAnAnswer(f"step {index} is there twice")
        found[index - first] = [_statement(state) for state in states]
    return found


def _statement(state: Any) -> Any:
    """A statement without fields that say nothing. A field that is not known stays, and is refused where it is read."""
    if not isinstance(state, dict):
        return state
    return _single({name: value for name, value in state.items() if value not in ("", None, [])})
