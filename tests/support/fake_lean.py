"""A stand-in that speaks the protocol, for what a real Lean does not do on command. Usage: fake_lean.py MODE."""

from __future__ import annotations

import json
import sys
import time
from fractions import Fraction
from typing import Any

MODE = sys.argv[1]


def say(**fields: object) -> None:
    print("@verifier " + json.dumps(fields), flush=True)


def answer(id: int, ok: bool) -> None:
    errors = [] if ok else [{"line": 1, "col": 0, "message": "no"}]
    say(id=id, ok=ok, exhausted=False, errors=errors, axioms=["sorryAx"] if MODE == "careless" else [], statement="7")


def value(term: Any) -> Fraction:
    """Return the value of a sum or a quotient. Raises: ZeroDivisionError."""
    if isinstance(term, int):
        return Fraction(term)
    op, a, b = term
    return value(a) / value(b) if op == "/" else value(a) + value(b)


def holds(formula: Any) -> bool:
    if formula[0] == "¬":
        return not holds(formula[1])
    try:
        return value(formula[1]) == value(formula[2])
    except ZeroDivisionError:
        return False


def certify(id: int, formulas: list[Any]) -> None:
    if "die" in str(formulas):
        sys.exit(1)
    if "hang" in str(formulas):
        time.sleep(600)
    said = [{"ok": MODE == "blind" or holds(formula), "statement": "7"} for formula in formulas]
    say(id=id, bulk=said, axioms=["sorryAx"] if MODE == "careless" else [])


def false_or_forbidden(proof: str) -> bool:
    return "sorry" in proof or "trustCompiler" in proof


if MODE == "dies at once":
    sys.exit(1)
say(ready="fake")
for line in sys.stdin:
    request = json.loads(line)
    if "bulk" in request:
        certify(request["id"], request["bulk"])
        continue
    proof = request["proof"]
    if MODE == "blind":
        answer(request["id"], True)
    elif MODE == "deaf":
        answer(request["id"], False)
    elif proof == "hang":
        time.sleep(600)
    elif proof == "flood":
        while True:
            print("x" * 10_000)
    elif proof == "die":
        sys.exit(1)
    elif proof == "garble":
        print("@verifier " + json.dumps({"id": request["id"], "ok": True}), flush=True)
    elif proof == "late":
        answer(request["id"] - 1, True)  # what an earlier request would have been told
        print("@verifier not even JSON")
        answer(request["id"], False)
    else:
        print("[DEBUG] chatter")
        answer(request["id"], MODE == "careless" or not false_or_forbidden(proof))
