"""The JSON Schema of what a record says of the translations of its chain."""

from __future__ import annotations

from typing import Any

from verifier.judging.agreeing.trusting import Trust
from verifier.judging.judgements.judgement import FormalFinding, Reading, State
from verifier.kernel.verdict import OF_FORMULAS, Reason, Shows
from verifier.language.linting.findings import Bars

TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}
YES = {"type": "boolean"}


def _object(described: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    required = [name for name in described if name not in optional]
    return {"type": "object", "properties": described, "required": required, "additionalProperties": False}


def _or_null(kind: str) -> list[str]:
    return [kind, "null"]


def translation_parts() -> dict[str, Any]:
    """Return the definitions of the parts, by name."""
    return {"translation": _translation(), "decision": _decision(), "formal_certificate": _certificate()}


def of_chain() -> dict[str, Any]:
    """Return what stands in a record of a chain that has translations, and in no other."""
    held = {"type": "array", "items": {"$ref": "#/$defs/translation"}}
    return {
        "trust": {
            "anyOf": [{"enum": list(Trust)}, _at_level()],
            "description": "whether translations that agree settle steps, or at which measured level they do",
        },
        "translations": {**held, "description": "every translation, those that the caller vouches for first"},
        "agreement": {
            **_object(support()),
            "description": "what deciding and comparing the translations asked for besides their statements",
        },
    }


def support() -> dict[str, Any]:
    """Return what a record holds of what deciding asked for, besides what it shows."""
    asked = _object({"asked": TEXT, "certificate": {"$ref": "#/$defs/formal_certificate"}})
    model = {"type": "object", "properties": {"of": TEXT, "model": {"type": "object"}}, "required": ["of", "model"]}
    return {
        "proofs": {"type": "array", "items": asked, "description": "certificates, each with the SHA-256 of its claim"},
        "models": {"type": "array", "items": model, "description": "models of premises, each with that of its claim"},
    }


def of_step() -> dict[str, Any]:
    """Return what stands in a step of such a record, and in no other."""
    return {
        "reading": {"enum": [*(one.value for one in Reading), None], "description": "the reading that settles it"},
        "exact": {"type": _or_null("boolean"), "description": "what its text alone settles of it; null: nothing"},
        "says": {
            "enum": [one.value for one in State],
            "description": "what the translations that count come to, settled or not",
        },
        "finding": {"enum": [*(one.value for one in FormalFinding), None], "description": "what is strange in it"},
        "uncovered": {
            **TEXTS,
            "description": "its words that translations leave out or say otherwise: they do not approve it",
        },
        "doubts": {
            "type": "array",
            "items": _doubt(),
            "description": "checks that a translation did not pass: they keep it from settling the step",
        },
    }


def _at_level() -> dict[str, Any]:
    count = _object({"cases": {"type": "integer"}, "agreed": {"type": "integer"}, "at_least": {"type": "number"}})
    side = _object({"steps": count, "chains": count})
    by = _object({"name": TEXT, "prompt": TEXT, "temperature": TEXT})
    of = {"by": {"type": "array", "items": by}, "samples": {"type": "integer"}, "agreeing": YES, "checks": TEXT}
    source = _object({"name": TEXT, "sha256": TEXT, "chains": {"type": "integer"}})
    level = {"kind": {"const": "level"}, "schema": {"const": 1}, "of": _object(of)}
    level |= {"data": {"type": "array", "items": source}, "approvals": side, "accusations": side, "digest": TEXT}
    return _object({"at_least": {"type": "number"}, "level": _object(level)})


def _doubt() -> dict[str, Any]:
    return _object(
        {
            "check": {**TEXT, "description": "the check, by its name"},
            "bars": {"enum": [one.value for one in Bars], "description": "what it keeps from happening"},
            "found": {**TEXT, "description": "what was found"},
        }
    )


def _translation() -> dict[str, Any]:
    step = _object(
        {
            "state": {"enum": [one.value for one in State]},
            "whole": YES,
            "decisions": {"type": "array", "items": {"$ref": "#/$defs/decision"}},
        }
    )
    return _object(
        {
            "sha256": {**TEXT, "description": "of `chain`, as JSON with sorted keys and without spaces"},
            "given": {**YES, "description": "whether the caller vouched for it: the record's own word"},
            "set_aside": {"type": _or_null("string"), "description": "why it says nothing; null where it does"},
            "counts": {**YES, "description": "whether its reading is taken"},
            "chain": {"type": "object", "description": "the formal chain, whole"},
            "steps": {"type": "array", "items": step, "description": "what was decided of each of its steps"},
        }
    )


def _decision() -> dict[str, Any]:
    certificate = {"$ref": "#/$defs/formal_certificate"}
    return _object(
        {
            "id": {**TEXT, "description": "`s2.0.1`: step 2, statement 0, formula 1"},
            "text": {**TEXT, "description": "the formula or value as the translation writes it"},
            "claim": {"type": _or_null("string"), "description": "the formula that was decided"},
            "asked": {
                "type": _or_null("string"),
                "description": "the SHA-256 of the question, premises and all; null: unknown",
            },
            "verdict": {"enum": ["proved", "refuted", "independent", "unknown"], "description": "what was decided"},
            "reason": {"enum": [*(one.value for one in Reason), None], "description": "why it is unknown"},
            "detail": {"type": _or_null("string"), "description": "the same in words"},
            "rests_on": {**TEXTS, "description": "ids of the facts and statements that the proof uses"},
            "model_facts": {**TEXTS, "description": "the translator's own facts that it rests on, also at second hand"},
            "certificate": {"anyOf": [certificate, {"type": "null"}], "description": "the claim and its proof"},
            "lean": {
                **certificate,
                "description": "Lean's certificate of the same, where it gave one",
            },
            "contradiction": {
                "type": "array",
                "items": certificate,
                "description": "only where it was proved and refuted, the alarm: both certificates",
            },
        },
        optional=("lean", "contradiction"),
    )


def _certificate() -> dict[str, Any]:
    premise = _object({"id": TEXT, "standing": TEXT, "formula": TEXT})
    claim = _object(
        {
            "formula": {**TEXT, "description": "what is shown, as the language spells it"},
            "types": {"type": "object", "additionalProperties": TEXT, "description": "the type of each letter"},
            "premises": {"type": "array", "items": premise, "description": "what it rests on"},
            "rounded": {**TEXTS, "description": "the decimals that stand for rounded numbers"},
        }
    )
    proof = {
        "checker": {"enum": sorted(OF_FORMULAS)},
        "shows": {"enum": list(Shows)},
        "data": {
            "type": "object",
            "description": "the tree of the proof, or the text of its tactics, and a model of the premises",
        },
    }
    return _object(
        {
            "claim": claim,
            "proof": _object(proof),
            "version": TEXT,
            "toolchain": TEXT,
            "axioms": TEXTS,
            "side_conditions": TEXTS,
            "notes": {"type": "object"},
        }
    )
