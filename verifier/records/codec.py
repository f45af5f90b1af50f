"""Claims and certificates as JSON values, and back."""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from verifier.checkers.expression_json import expression_from_json, expression_to_json
from verifier.kernel.claim import Claim, Hypothesis, Standing
from verifier.kernel.expr import Dec, Expr, Letter, Type, walk_expr
from verifier.kernel.run_claim import Place, RunClaim, Said
from verifier.kernel.verdict import AnyClaim, Certificate, Proof, Shows
from verifier.language.expressions.errors import LanguageError
from verifier.language.expressions.functions import BINDERS, FUNCTIONS, OLDER, SPECIAL
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scan import RESERVED, scan
from verifier.language.expressions.scope import Declared, Scope
from verifier.language.expressions.spell import spell


def claim_to_json(claim: AnyClaim) -> dict[str, Any]:
    """Return the claim as JSON values, canonical: equal claims give equal values."""
    return _run_to_json(claim) if isinstance(claim, RunClaim) else claim_spelled(claim)


def digest(value: Any) -> str:
    """Return the SHA-256 of a JSON value as hexadecimal digits, whatever the order of its keys."""
    spelled = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(spelled.encode("ascii")).hexdigest()


def claim_spelled(claim: Claim) -> dict[str, Any]:
    """Return a claim as the language spells it: formula, types of its letters, premises, rounded decimals."""
    return {
        "formula": _spelled(claim.formula, claim.letters),
        "types": {one.name: one.type.value for one in claim.types},
        "premises": [premise_spelled(one) for one in claim.premises],
        "rounded": sorted(spell(one) for one in claim.rounded),
    }


def premise_spelled(one: Hypothesis) -> dict[str, Any]:
    """Return a premise as the language spells it."""
    return {"id": one.id, "standing": one.standing.value, "formula": _spelled(one.formula, one.formula.free)}


def _spelled(formula: Expr, names: frozenset[str]) -> str | list[Any]:
    """A formula as text; as ``expression_json`` where texts alone say such: of letters or heads that no chain has."""
    text = spell(formula)
    plain = text.isascii() and "percent(" not in text and all(name.isidentifier() for name in names)
    return text if plain and RESERVED.isdisjoint(names) else expression_to_json(formula)


def claim_unspelled(data: Any) -> Claim:
    """Return the claim that ``claim_spelled`` wrote. Raises: ValueError on anything else."""
    try:
        types = {str(name): Type(kind) for name, kind in data["types"].items()}
        said = [data["formula"], *(one["formula"] for one in data["premises"])]
        letters = {name: Declared(kind) for name, kind in types.items()}
        scope = Scope({**letters, **_functions([one for one in said if isinstance(one, str)])})
        rounded = [formula(f"{one} == 0", scope) for one in data["rounded"]]
        return Claim(
            _unspelled(data["formula"], scope),
            tuple(Letter(*one) for one in types.items()),
            tuple(
                Hypothesis(str(one["id"]), Standing(one["standing"]), _unspelled(one["formula"], scope))
                for one in data["premises"]
            ),
            frozenset(dec for one in rounded for dec in walk_expr(one) if isinstance(dec, Dec)),
        )
    except (KeyError, TypeError, AttributeError, LanguageError) as error:
        raise ValueError(f"not a claim: {error}") from error


def _unspelled(data: Any, scope: Scope) -> Expr:
    return expression_from_json(data, None) if isinstance(data, list) else formula(data, scope)


_OWN: Final = frozenset({*BINDERS, *FUNCTIONS, *OLDER, *SPECIAL})
"""What is applied in the language by its own names."""


def _functions(texts: Sequence[str]) -> dict[str, Declared]:
    """The functions without a body in formulas: what is applied and is none of the language's own.

    Raises: ValueError on what is no formula.
    """
    found: dict[str, Declared] = {}
    for text in texts:
        try:
            scan(text)
            tree = ast.parse(f"({text}\n)", mode="eval")
        except (SyntaxError, RecursionError, MemoryError) as error:
            raise ValueError(f"not a formula: {error}") from error
        for part in ast.walk(tree):
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id not in _OWN:
                found[part.func.id] = Declared(Type.FUNCTION, (Type.UNDECLARED,) * len(part.args))
    return found


def _run_to_json(claim: RunClaim) -> dict[str, Any]:
    place = claim.place
    return {
        "run": {"program": claim.program, "call": claim.call},
        "said": claim.said.value,
        "subject": claim.subject,
        "values": list(claim.values),
        "place": {"line": place.line, "nth": place.nth, "when": [list(pair) for pair in place.when]},
    }


def claim_from_json(data: Any) -> AnyClaim:
    """Return the claim that ``claim_to_json`` wrote. Raises: ValueError on anything else."""
    try:
        if "run" in data:
            return _run_from_json(data)
        return claim_unspelled(data)
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a claim: {error}") from error


def _run_from_json(data: Any) -> RunClaim:
    """The claim about a run; every part has to be of its kind, or two claims could be one."""
    run, at = data["run"], data["place"]
    texts = (run["program"], run["call"], data["subject"], *data["values"], *(x for pair in at["when"] for x in pair))
    numbers = (at["line"], at["nth"])
    if not all(isinstance(one, str) for one in texts) or not all(one is None or type(one) is int for one in numbers):
        raise TypeError("a claim about a run has texts, and numbers as its place")
    place = Place(*numbers, tuple((str(name), str(value)) for name, value in at["when"]))
    return RunClaim(texts[0], texts[1], Said(data["said"]), tuple(data["values"]), texts[2], place)


def certificate_to_json(certificate: Certificate) -> dict[str, Any]:
    """Return the certificate as JSON values that stand alone: what was claimed, the proof, who checked it.

    Raises: TypeError
    where a checker put something into the data or the notes that JSON does not hold."""
    proof = certificate.proof
    return {
        "claim": claim_to_json(certificate.claim),
        "proof": {"checker": proof.checker, "shows": proof.shows.value, "data": plain(proof.data)},
        "version": certificate.version,
        "toolchain": certificate.toolchain,
        "axioms": list(certificate.axioms),
        "side_conditions": list(certificate.side_conditions),
        "notes": plain(certificate.notes),
    }


def proof_from_json(data: Any) -> tuple[AnyClaim, Proof]:
    """Return the claim and the proof of a stored certificate. What else it says is not read: only a checker may say it.

    Raises: ValueError on anything that is not a certificate."""
    try:
        proof = data["proof"]
        if not isinstance(proof["checker"], str) or not isinstance(proof["data"], dict):
            raise TypeError("a proof names its checker and holds an object as data")
        return claim_from_json(data["claim"]), Proof(proof["checker"], Shows(proof["shows"]), proof["data"])
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a certificate: {error}") from error


def plain(value: Any) -> Any:
    """Return ``value`` with every mapping as a dict and every sequence as a list.

    Raises: TypeError on what JSON does not hold.
    """
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {str(key): plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [plain(inner) for inner in value]
    raise TypeError(f"expected JSON values, got {type(value).__name__}")
