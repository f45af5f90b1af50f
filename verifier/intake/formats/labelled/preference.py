"""Preference pairs as TRL's DPOTrainer reads them: two chains a row, ``chosen`` and ``rejected``.

Standard: texts, ``prompt`` beside them; conversational: messages, ``prompt`` beside them or in both
(https://huggingface.co/docs/trl/dataset_formats).
"""

from __future__ import annotations

from typing import Any

from verifier.intake.example import Example, Neutral, Row, has
from verifier.intake.formats.format import Format, of_part, part
from verifier.intake.formats.plain import PROBLEMS
from verifier.intake.formats.turns import are_messages, conversation

BOTH = ("chosen", "rejected")


def _is(row: Row) -> bool:
    return has(row, *BOTH) and all(isinstance(row[key], str) or are_messages(row[key]) for key in BOTH)


def _parts(row: Row) -> list[Row]:
    return [part(row, *_one(row, row[key]), suffix=key) for key in BOTH]


def _one(row: Row, text: Any) -> tuple[str, str]:
    asked = next((row[key] for key in PROBLEMS if row.get(key)), "")
    if isinstance(text, str):
        return asked if isinstance(asked, str) else conversation([*asked, {"role": "assistant", "content": text}])[
            0
        ], text
    before = asked if are_messages(asked) else [{"role": "user", "content": asked}] if isinstance(asked, str) else []
    own = [one for one in text if one.get("role") == "user"]
    return conversation(text if own else [*before, *text])


def _read(row: Row, neutral: Neutral) -> Example:
    return of_part(row)


PREFERENCE = Format(
    "preference",
    '{"prompt", "chosen", "rejected"}: texts, or messages; two chains a row',
    _is,
    _read,
    _parts,
)
