"""Verdict lines: what a record says, in a form that outlives its schema. One small adapter reads each schema.

A line is a statement of a step: ``chain``, ``step``, ``reading`` (absent: the text), ``statement``, the ``judgement``
of the step, the ``verdict`` of the statement, the ``checkers`` and ``rules`` of its proof, the ``tactic`` that found
it, and the ``guards`` that the reader raised. A step without statements has one line without a verdict.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Record = dict[str, Any]
Line = dict[str, Any]
Guards = Mapping[tuple[str, int], list[tuple[str, list[str]]]]
"""Of each step, by chain and place, the words of its statements with the codes of their guards."""
LONG = 160


def read_record(record: Record, guards: Guards) -> Iterator[Line]:
    """Yield the verdict lines of a record of any known schema."""
    if "error" in record:
        yield {"chain": record["id"], "judgement": f"error: {shorten(record['error'])}"}
        return
    yield from ADAPTERS[record.get("kind"), record["schema"]](record, guards)


def _read_text_record(record: Record, guards: Guards) -> Iterator[Line]:
    """Schema 2: the text reader's claims. It names no guards, so they come from the reader's own formal chain."""
    for step in record["steps"]:
        every = step["claims"]
        proved = bool(every) and all(claim["verdict"] == "proved" for claim in every)
        checked = proved and step["correct"] is None and step["reason"] == "NOT_SETTLED"
        place = {"chain": record["id"], "step": step["index"]}
        judgement = {"judgement": _name_judgement(step, checked)}
        raised = list(guards.get((record["id"], step["index"]), ()))
        for claim in every:
            at = next((at for at, (words, _) in enumerate(raised) if words == claim["text"]), None)
            codes = [] if at is None else raised.pop(at)[1]
            said = {"statement": shorten(claim["text"]), **judgement, "verdict": _name_verdict(claim)}
            yield place | said | _describe_proof(claim["certificate"], claim["engine"]) | _list(guards=codes)
        if not every:
            yield place | judgement


def _read_formal_record(record: Record, guards: Guards) -> Iterator[Line]:
    """A record with translations: the decisions of each, and the claims of its text."""
    for step in record["steps"]:
        place = {"chain": record["id"], "step": step["index"]}
        judgement = {"judgement": _name_judgement(step, step["checked"])}
        doubts = sorted({f"{one['bars']}: {one['check']}" for one in step["doubts"]})
        yield place | judgement | ({"by": step["reading"]} if step["reading"] else {}) | _list(guards=doubts)
        for number, translation in enumerate(record["translations"]):
            if translation["set_aside"]:
                continue
            stated = translation["chain"]["steps"][step["index"]]
            stated = stated["statements"] if isinstance(stated, dict) else stated
            for decision in translation["steps"][step["index"]]["decisions"]:
                codes = stated[int(decision["id"].split(".")[1])].get("guards", [])
                said = {"reading": number, "statement": shorten(decision["text"]), "verdict": _name_verdict(decision)}
                proof = _describe_proof([decision["certificate"], decision.get("lean")], None)
                yield place | said | proof | _list(guards=[code.partition(" if ")[0] for code in codes])
    text = record.get("exact", record)
    for line in _read_text_record(text, guards) if text is not None else ():
        if "verdict" in line:  # the judgement is the chain's, in a line above
            yield {key: one for key, one in line.items() if key != "judgement"} | {"reading": "text"}


def _read_one_record(record: Record, guards: Guards) -> Iterator[Line]:
    """Schema 3: one record for all readings."""
    yield from (_read_formal_record if "translations" in record else _read_text_record)(record, guards)


ADAPTERS: Mapping[tuple[str | None, int], Callable[[Record, Guards], Iterator[Line]]] = {
    (None, 2): _read_text_record,
    ("formal", 1): _read_formal_record,  # with the record of the text in "exact"
    (None, 3): _read_one_record,
}


def read_guards(chains: list[Record]) -> Guards:
    """Return the guards in formal chains that the text reader wrote."""
    found: dict[tuple[str, int], list[tuple[str, list[str]]]] = {}
    for chain in chains:
        for place, step in enumerate(chain["steps"]):
            every = step["statements"] if isinstance(step, dict) else step
            coded = [
                (one.get("quote", ""), [code.partition(" if ")[0] for code in one.get("guards", ())]) for one in every
            ]
            found[chain["id"], place] = coded
    return found


def shorten(text: str) -> str:
    """Return a text of at most ``LONG`` characters; the rest becomes a hash."""
    if len(text) <= LONG:
        return text
    return f"{text[:LONG]}... {hashlib.sha256(text.encode('utf-8', 'backslashreplace')).hexdigest()[:8]}"


def _name_judgement(step: Record, checked: bool) -> str:
    if step["correct"] is not None:
        return "correct" if step["correct"] else "incorrect"
    return "checked" if checked else f"open: {step['reason']}"


def _name_verdict(claim: Record) -> str:
    return f"{claim['verdict']}: {claim['reason']}" if claim["reason"] else str(claim["verdict"])


def _describe_proof(certificates: Any, tactic: str | None) -> Line:
    checkers, rules = set[str](), set[str]()
    _collect(certificates, checkers, rules)
    return _list(checkers=checkers, rules=rules) | ({"tactic": tactic} if tactic else {})


def _collect(part: Any, checkers: set[str], rules: set[str]) -> None:
    """Add the names of checkers and rules anywhere in a proof."""
    if isinstance(part, dict):
        checkers |= {part["checker"]} if isinstance(part.get("checker"), str) else set()
        rules |= {part[key] for key in ("rule", "kind", "tactic") if isinstance(part.get(key), str)}
    for one in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        _collect(one, checkers, rules)


def _list(**named: Any) -> Line:
    return {key: sorted(set(values)) for key, values in named.items() if values}
