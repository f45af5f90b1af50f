"""The JSON Schema of the record of a formal chain: what ``verifier check --formal --json`` prints."""

from __future__ import annotations

from typing import Any

from verifier.judging.agreeing.readings import FormalFinding, Reading
from verifier.judging.agreeing.trusting import Trust
from verifier.judging.deciding.translation import State
from verifier.judging.judgements.judgement import Unjudgement
from verifier.kernel.verdict import OF_FORMULAS, Reason, Shows
from verifier.language.linting.doubts import Bars
from verifier.records.formal.record import KIND, SCHEMA

TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}
YES = {"type": "boolean"}
ORIGIN = {
    "place": {**TEXT, "description": "where the chain was read, `homework.txt` or `gsm.jsonl:2`; not of other chains"},
    "split": {**TEXT, "description": "how one text was split into the steps; not where they were given as steps"},
}


def _object(described: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    required = [name for name in described if name not in optional]
    return {"type": "object", "properties": described, "required": required, "additionalProperties": False}


def _or_null(kind: str) -> list[str]:
    return [kind, "null"]


def formal_parts() -> dict[str, Any]:
    """Return the definitions of the parts of a record of a formal chain, by name."""
    return {
        "formal": _record(),
        "formal_step": _step(),
        "translation": _translation(),
        "decision": _decision(),
        "formal_certificate": _certificate(),
    }


def _record() -> dict[str, Any]:
    steps = {"type": "array", "items": {"$ref": "#/$defs/formal_step"}, "description": "every step, in order"}
    held = {"type": "array", "items": {"$ref": "#/$defs/translation"}}
    return _object(
        {
            "kind": {"const": KIND, "description": "that it is of a chain judged by translations"},
            "schema": {"const": SCHEMA, "description": "the version of this format"},
            "id": {"type": _or_null("string"), "description": "the chain's id"},
            **ORIGIN,
            "problem": {**TEXT, "description": "the problem's text"},
            "answer": {"type": _or_null("string"), "description": "the reference answer, where one was given"},
            "trust": {
                "anyOf": [{"enum": list(Trust)}, _at_level()],
                "description": "whether translations that agree settle steps, or at which measured level they do",
            },
            "steps": steps,
            "translations": {**held, "description": "every translation, those that the caller vouches for first"},
            "exact": {
                "anyOf": [{"$ref": "#/$defs/record"}, {"type": "null"}],
                "description": "the exact reading: the ordinary record of the same chain; null: it was not made",
            },
            "first_error": {
                "type": _or_null("integer"),
                "minimum": -1,
                "description": "the first step settled incorrect, from 0; -1: all are settled correct; null: not known",
            },
            "versions": {"type": "object", "additionalProperties": TEXT, "description": "what judged, by version"},
        },
        optional=tuple(ORIGIN),
    )


def _at_level() -> dict[str, Any]:
    count = _object({"cases": {"type": "integer"}, "agreed": {"type": "integer"}, "at_least": {"type": "number"}})
    side = _object({"steps": count, "chains": count})
    by = _object({"name": TEXT, "prompt": TEXT, "temperature": TEXT})
    of = {"by": {"type": "array", "items": by}, "samples": {"type": "integer"}, "agreeing": YES, "checks": TEXT}
    source = _object({"name": TEXT, "sha256": TEXT, "chains": {"type": "integer"}})
    level = {"kind": {"const": "level"}, "schema": {"const": 1}, "of": _object(of)}
    level |= {"data": {"type": "array", "items": source}, "approvals": side, "accusations": side, "digest": TEXT}
    return _object({"at_least": {"type": "number"}, "level": _object(level)})


def _step() -> dict[str, Any]:
    places = {"type": "array", "items": {"type": "integer", "minimum": 0}}
    return _object(
        {
            "index": {"type": "integer", "minimum": 0, "description": "the step's place, from 0"},
            "text": {**TEXT, "description": "the step as it was given"},
            "kind": {"enum": ["settled", "unjudged"], "description": "how it was judged"},
            "correct": {"type": _or_null("boolean"), "description": "settled correct or incorrect; null otherwise"},
            "reason": {"enum": [*(one.value for one in Unjudgement), None], "description": "why it is unjudged"},
            "reading": {
                "enum": [*(one.value for one in Reading), None],
                "description": "the reading that settles it",
            },
            "translations": {**places, "description": "the places of the translations whose reading is taken"},
            "says": {"enum": [one.value for one in State], "description": "what these come to, settled or not"},
            "checked": {**YES, "description": "not settled, and all that is found in it is proved: evidence"},
            "exact": {
                "type": _or_null("boolean"),
                "description": "what the exact reading settles of it; null: nothing",
            },
            "score": {
                "type": _or_null("number"),
                "minimum": 0,
                "maximum": 1,
                "description": "1: all steps to here are settled correct; 0: one is settled incorrect; else null",
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
        },
        optional=("uncovered", "doubts"),
    )


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
            "asked": {"type": _or_null("string"), "description": "the SHA-256 of the whole question, premises and all"},
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
            "description": "the tree of the proof, or its name, and a model of the premises",
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
