"""The JSON Schema (2020-12) of a record; values that are closed sets come from the code."""

from __future__ import annotations

from typing import Any, get_args

from translation_schema import of_chain, of_step, support, translation_parts

from verifier.judging.judgements.judgement import RoleName, Unjudgement
from verifier.kernel.verdict import REGISTRY, Reason
from verifier.mathtext.guards.evidence import Kind
from verifier.records.record import SCHEMA

TEXT = {"type": "string"}
ORIGIN = {
    "place": {**TEXT, "description": "where the chain was read, `homework.txt` or `gsm.jsonl:2`; not of other chains"},
    "split": {**TEXT, "description": "how one text was split into the steps; not where they were given as steps"},
}
SPAN = {
    "type": "array",
    "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}],
    "items": False,
    "minItems": 2,
}


def _or_null(kind: str) -> list[str]:
    return [kind, "null"]


def _object(described: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    required = [name for name in described if name not in optional]
    return {"type": "object", "properties": described, "required": required, "additionalProperties": False}


def _finding() -> dict[str, Any]:
    return _object(
        {
            "kind": {"enum": [kind.value for kind in Kind], "description": "what is strange"},
            "text": {**TEXT, "description": "the finding in words"},
            "span": {**SPAN, "description": "its place, in code points"},
        }
    )


def _claim() -> dict[str, Any]:
    return _object(
        {
            "id": {**TEXT, "description": "the claim's id in its chain, `s2.c0`: step 2, claim 0"},
            "text": {**TEXT, "description": "the words of the step that were read as the claim"},
            "span": {**SPAN, "description": "where they stand in the step: begin and end in code points"},
            "role": {"enum": list(get_args(RoleName)), "description": "how the step means it"},
            "verdict": {"enum": ["proved", "refuted", "unknown"], "description": "what was decided"},
            "reason": {"enum": [*(one.value for one in Reason), None], "description": "why it is unknown"},
            "engine": {"type": _or_null("string"), "description": "which engine found the proof"},
            "asked": {
                "type": _or_null("string"),
                "description": "the SHA-256 of the formula that was decided, with all that holds there; null: unknown",
            },
            "rests_on": {"type": "array", "items": TEXT, "description": "ids of the premises that the proof uses"},
            "assumes": {"type": "array", "items": TEXT, "description": "those among them that are not proved"},
            "certificate": {
                "anyOf": [{"$ref": "#/$defs/certificate"}, {"type": "null"}],
                "description": "the claim, its proof and what the checker noted; null where it is unknown",
            },
            "spared_by": {
                **_object(
                    {
                        "code": {**TEXT, "description": "what the other reading is called"},
                        "message": {**TEXT, "description": "what it is, in words"},
                        "said": {
                            "type": _or_null("string"),
                            "description": "the formula that it says; null: right as read so",
                        },
                    }
                ),
                "description": "only where it is refuted as read, and the words may be right as read so",
            },
            "excuse": {
                **TEXT,
                "description": "only where it is refuted and does not settle its step incorrect: why not",
            },
            "contradiction": {
                "type": "array",
                "items": {"$ref": "#/$defs/certificate"},
                "description": "only where the claim was proved and refuted, the alarm: both certificates",
            },
        },
        optional=("contradiction", "excuse", "spared_by"),
    )


def _certificate() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "claim": {
                "type": "object",
                "description": "formula, types of its letters and premises, as spelled; or program, call and saying",
            },
            "proof": {
                "type": "object",
                "properties": {"checker": {"enum": list(REGISTRY)}, "shows": {"enum": ["true", "false"]}},
                "required": ["checker", "shows", "data"],
            },
            "version": TEXT,
            "toolchain": TEXT,
            "axioms": {"type": "array", "items": TEXT},
            "side_conditions": {"type": "array", "items": TEXT},
            "notes": {"type": "object"},
        },
        "required": ["claim", "proof", "version"],
    }


def _step() -> dict[str, Any]:
    return _object(
        {
            "index": {"type": "integer", "minimum": 0, "description": "the step's place, from 0"},
            "text": {**TEXT, "description": "the step as it was given"},
            "kind": {"enum": ["settled", "estimated", "unjudged"], "description": "how it was judged"},
            "correct": {"type": _or_null("boolean"), "description": "settled correct or incorrect; null otherwise"},
            "reason": {"enum": [*(one.value for one in Unjudgement), None], "description": "why it is unjudged"},
            "score": {
                "type": _or_null("number"),
                "minimum": 0,
                "maximum": 1,
                "description": "probability that the chain is right up to and including the step, four digits",
            },
            "adds": {"type": _or_null("boolean"), "description": "whether it says anything new; null: not known"},
            "checked": {
                "type": "boolean",
                "description": "whether claims were found, all are proved, and nothing is held against the step",
            },
            "unread_share": {
                "type": "number",
                "minimum": 0,
                "maximum": 1,
                "description": "the share of its characters that was left unread",
            },
            "claims": {"type": "array", "items": {"$ref": "#/$defs/claim"}, "description": "what was read, in order"},
            "findings": {
                "type": "array",
                "items": {"$ref": "#/$defs/finding"},
                "description": "what is strange in it: evidence",
            },
            "unread": {"type": "array", "items": SPAN, "description": "spans of the step that were not understood"},
            **of_step(),
        },
        optional=tuple(of_step()),
    )


def _record() -> dict[str, Any]:
    return _object(
        {
            "schema": {"const": SCHEMA, "description": "the version of this format"},
            "id": {"type": _or_null("string"), "description": "the chain's id, as it was given"},
            **ORIGIN,
            "problem": {**TEXT, "description": "the problem's text"},
            "answer": {"type": _or_null("string"), "description": "the reference answer, where one was given"},
            **of_chain(),
            "steps": {"type": "array", "items": {"$ref": "#/$defs/step"}, "description": "every step, in order"},
            "reading": {
                "anyOf": [{"$ref": "#/$defs/text_reading"}, {"type": "null"}],
                "description": "how the rules read the text, and what deciding it asked for; null where it is too long",
            },
            "first_error": {
                "type": _or_null("integer"),
                "minimum": -1,
                "description": "the first wrong step, from 0; -1: every step that claims anything is correct; null",
            },
            "first_error_kind": {
                "enum": ["settled", "estimated", None],
                "description": "whether that is settled by exact means or estimated",
            },
            "scores": {
                "type": _or_null("object"),
                "description": "min, product, mean and last of the step scores; null where a step has none",
            },
            "judged_share": {
                "type": "number",
                "minimum": 0,
                "maximum": 1,
                "description": "share of steps settled or checked",
            },
            "findings": {
                "type": "array",
                "items": {"$ref": "#/$defs/finding"},
                "description": "what is strange in the whole chain; places are in the problem",
            },
            "alarm": {
                "type": _or_null("string"),
                "description": "said where every step holds and the final answer differs from the reference",
            },
            "final_answer": {
                **_object(
                    {
                        "text": {"type": _or_null("string")},
                        "told": {"type": "boolean"},
                        "state": {"enum": ["equal", "different", "could not tell"]},
                        "reason": TEXT,
                    }
                ),
                "description": "only with a reference answer: the chain's final answer, whether the chain names it "
                "(`told`) or it is a guess, and how it compares",
            },
            "versions": {"type": "object", "additionalProperties": TEXT, "description": "what judged, by version"},
            "whole": {
                "type": "object",
                "description": "only from `verifier prove-chain`: the chain as one theorem, or as one for each "
                "translation that counts, with its proof and what is found",
            },
            "repair": {
                "type": "object",
                "properties": {"after": {"anyOf": [{"$ref": "#/$defs/record"}, {"type": "null"}]}},
                "required": ["state", "mends", "after"],
                "description": "only from `verifier repair`: what was mended, and the record of the repaired chain",
            },
        },
        optional=("whole", "repair", "final_answer", *ORIGIN, *of_chain()),
    )


def _error() -> dict[str, Any]:
    return _object(
        {
            "schema": {"const": SCHEMA},
            "id": {"type": _or_null("string")},
            "place": {**TEXT, "description": "where it stands in the input"},
            "error": {**TEXT, "description": "what was expected of the input, in one line"},
        },
        optional=("place",),
    )


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a line that ``verifier check --json`` prints.

    It is the record of a judged chain, or what is wrong with input that is none.
    """
    held = {"type": "object", "description": "the chain in the formal language, without its texts"}
    parts = {
        "text_reading": _object({"chain": held, **support()}),
        "record": _record(),
        "step": _step(),
        "claim": _claim(),
        "certificate": _certificate(),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Record of a judged chain, or of input that is no chain",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in ("record", "error")],
        "$defs": {**parts, "finding": _finding(), **translation_parts(), "error": _error()},
    }
