"""Terms, claims and certificates as JSON values, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.kernel.claim import Binder, Claim, Domain, Premise, Relation, Standing
from verifier.kernel.term import ARITY, MAX_DEPTH, MAX_DIGITS, App, Const, Dec, Int, Op, Sym, Term
from verifier.kernel.verdict import Certificate, Proof, Shows


def term_to_json(term: Term) -> list[Any]:
    """Return ``term`` as nested lists, e.g. ``["add", ["int", "1"], ["sym", "x"]]``. Fails: never."""
    match term:
        case Int(value):
            return ["int", str(value)]
        case Dec(digits, places):
            return ["dec", str(digits), places]
        case Sym(name):
            return ["sym", name]
        case Const(name):
            return ["const", name]
        case App(op, args):
            return [op.value, *(term_to_json(arg) for arg in args)]


def term_from_json(data: Any, depth: int = 0) -> Term:
    """Return the term that ``term_to_json`` wrote. Fails: ValueError on anything else."""
    if depth > MAX_DEPTH or not isinstance(data, list) or not data:
        raise ValueError("not a term: expected nested lists of bounded depth")
    match data:
        case ["int", str(value)]:
            return Int(_digits(value))
        case ["dec", str(digits), int(places)]:
            return Dec(_digits(digits), places)
        case ["sym", str(name)]:
            return Sym(name)
        case ["const", str(name)]:
            return Const(name)
        case [str(op), *args] if op in ARITY:
            return App(Op(op), tuple(term_from_json(arg, depth + 1) for arg in args))
    raise ValueError(f"not a term: {data[0]!r}")


def _digits(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2 * MAX_DIGITS):
        raise ValueError("not a numeral")
    return int(text)


def claim_to_json(claim: Claim) -> dict[str, Any]:
    """Return the claim as JSON values, canonical: equal claims give equal values. Fails: never."""
    return {
        "relation": claim.relation.value,
        "left": term_to_json(claim.left),
        "right": term_to_json(claim.right),
        "binder": claim.binder.value,
        "domain": claim.domain.value,
        "premises": [
            [p.id, p.standing.value, p.relation.value, term_to_json(p.left), term_to_json(p.right)]
            for p in claim.premises
        ],
        "rounded": sorted([str(d.digits), d.places] for d in claim.rounded),
    }


def claim_from_json(data: Any) -> Claim:
    """Return the claim that ``claim_to_json`` wrote. Fails: ValueError on anything else."""
    try:
        return Claim(
            Relation(data["relation"]),
            term_from_json(data["left"]),
            term_from_json(data["right"]),
            Binder(data["binder"]),
            Domain(data["domain"]),
            tuple(
                Premise(str(i), Standing(s), Relation(r), term_from_json(a), term_from_json(b))
                for i, s, r, a, b in data["premises"]
            ),
            frozenset(Dec(int(digits), int(places)) for digits, places in data["rounded"]),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a claim: {error}") from error


def certificate_to_json(certificate: Certificate) -> dict[str, Any]:
    """Return the certificate as JSON values that stand alone: what was claimed, the proof, who checked it.

    *Fails:* TypeError
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


def proof_from_json(data: Any) -> tuple[Claim, Proof]:
    """Return the claim and the proof of a stored certificate. What else it says is not read: only a checker may say it.

    Fails: ValueError on anything that is not a certificate."""
    try:
        proof = data["proof"]
        if not isinstance(proof["checker"], str) or not isinstance(proof["data"], dict):
            raise TypeError("a proof names its checker and holds an object as data")
        return claim_from_json(data["claim"]), Proof(proof["checker"], Shows(proof["shows"]), proof["data"])
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a certificate: {error}") from error


def plain(value: Any) -> Any:
    """Return ``value`` with every mapping as a dict and every sequence as a list.

    *Fails:* TypeError on what JSON does not hold.
    """
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {str(key): plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [plain(inner) for inner in value]
    raise TypeError(f"expected JSON values, got {type(value).__name__}")
