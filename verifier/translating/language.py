"""The claim language: what a language model must answer, as a JSON schema, and how its answer is read.

A relation is written as one line of plain text, ``3*x + 5 = 20`` or ``[clips in May] = [clips in April]/2``. It is
read by our own notation, whole or not at all, and nothing in an answer is ever run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from verifier.kernel.claim import Relation
from verifier.kernel.term import Term, letters
from verifier.reading.formalize import read

MAX_ANSWER: Final = 20_000
"""Longest answer that is read, in code points."""

MAX_CLAIMS: Final = 8
MAX_HYPOTHESES: Final = 8
MAX_RELATION: Final = 300

Said = Literal["asserted", "defined", "supposed"]
"""The roles that a translated claim may have."""

_SIGNS: Final = frozenset("+-*/^=<>!≠≤≥≈().,%|_√π' ")

RELATION: Final = r"^[0-9A-Za-z \[\]+\-*/\^=<>!≠≤≥≈().,%|_√π']+$"
"""What a relation is written with, as a pattern of JSON Schema, for a model that can be held to it."""


def _strict(properties: dict[str, Any]) -> dict[str, Any]:
    """An object with these keys and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_TEXT: Final = {"type": "string"}
SCHEMA: Final[Mapping[str, Any]] = _strict(
    {
        "kind": {"type": "string", "enum": ["claims", "nothing to check"]},
        "claims": {
            "type": "array",
            "items": _strict(
                {
                    "role": {"type": "string", "enum": list(get_args(Said))},
                    "claim": _TEXT,
                    "hypotheses": {"type": "array", "items": _strict({"rests_on": _TEXT, "claim": _TEXT})},
                    "spans": {"type": "array", "items": _TEXT},
                }
            ),
        },
    }
)
"""What an answer is, as JSON Schema (2020-12), in the form that constrained decoding takes: every key is required."""


class NotInLanguage(ValueError):
    """An answer, or a relation in it, that the claim language does not have; ``str`` says what was expected."""


@dataclass(frozen=True, slots=True)
class Relating:
    """A relation as a model wrote it, and what it means."""

    text: str
    relation: Relation
    left: Term
    right: Term

    @property
    def letters(self) -> frozenset[str]:
        """The letters and named quantities of both sides."""
        return letters(self.left, self.right)

    @property
    def same(self) -> tuple[Relation, Term, Term]:
        """What it says, apart from how it was spelled."""
        return self.relation, self.left, self.right


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """What a claim rests on: a sentence of the problem (``p.s0``), or an earlier claim (``s0.c1``, ``s0.t0``)."""

    rests_on: str
    said: Relating


@dataclass(frozen=True, slots=True)
class Translated:
    """A claim as a model wrote it. ``spans``: parts of the step, word for word, that it covers."""

    role: Said
    said: Relating
    hypotheses: tuple[Hypothesis, ...]
    spans: tuple[str, ...]


def relating(text: Any) -> Relating:
    """Return the relation that a line of the claim language spells. Fails: NotInLanguage."""
    if not isinstance(text, str) or not 0 < len(text) <= MAX_RELATION:
        raise NotInLanguage(f"expected a relation of 1 to {MAX_RELATION} characters, got {text!r:.60}")
    spelled = _spelled(text)
    found = read(f"${spelled}$")
    if (
        len(found.formulas) != 1
        or found.unread
        or found.loose
        or found.mode
        or found.modulus
        or found.digits
        or found.clock
    ):
        raise NotInLanguage(f"expected one relation, got {text!r:.60}")
    [one] = found.formulas
    if one.doubts or one.left.units or one.right.units or one.modular or one.otherwise:
        why = one.doubts[0] if one.doubts else "units are left out"
        raise NotInLanguage(f"expected a relation that can be read in one way, got {text!r:.60}: {why}")
    before, after = spelled[: one.span[0] - 1], spelled[one.span[1] - 1 :]
    if before.strip() not in ("", "\\text{") or after.strip() not in ("", "}"):
        raise NotInLanguage(f"expected one relation and nothing beside it, got {text!r:.60}")
    said = Relating(text, one.relation, one.left.term, one.right.term)
    if odd := sorted(name for name in said.letters if not _letter(name) and name not in _named(text)):
        raise NotInLanguage(f"expected letters, or names in square brackets, got {odd[0]!r:.40}")
    return said


def _letter(name: str) -> bool:
    first, under, rest = name.partition("_")
    return len(first) == 1 and first.isalpha() and bool(rest) is bool(under) and len(rest) <= 3


def _named(text: str) -> frozenset[str]:
    """The names in square brackets, as terms spell them."""
    return frozenset(" ".join(part.split("]")[0].lower().split()) for part in text.split("[")[1:])


def _spelled(text: str) -> str:
    """The line as our notation reads it: names become labels; any other sign than the listed ones is refused."""
    parts: list[str] = []
    rest = text
    while rest:
        plain, bracket, after = rest.partition("[")
        wrong = next((c for c in plain if not (c in _SIGNS or (c.isascii() and c.isalnum()))), None)
        if wrong is not None:
            raise NotInLanguage(f"expected plain mathematics, got the sign {wrong!r} in {text!r:.60}")
        parts.append(plain)
        if not bracket:
            break
        name, close, rest = after.partition("]")
        if not close or not name.strip() or not all(c.isalnum() or c in " -" for c in name):
            raise NotInLanguage(f"expected a name between square brackets in {text!r:.60}")
        parts.append("\\text{" + name.strip() + "}")
    if "!=" in text:
        raise NotInLanguage(f"expected ≠, or a blank between ! and =, in {text!r:.60}")
    return "".join(parts)


def parsed(text: str) -> tuple[Translated, ...]:
    """Return the claims that an answer holds, none for "nothing to check". Fails: NotInLanguage."""
    if len(text) > MAX_ANSWER:
        raise NotInLanguage(f"expected an answer of at most {MAX_ANSWER} characters, got {len(text)}")
    try:
        data = json.loads(_bare(text))
    except (ValueError, RecursionError) as error:
        raise NotInLanguage(f"expected JSON: {error!s:.80}") from error
    _keys(data, SCHEMA, "the answer")
    if data["kind"] not in ("claims", "nothing to check"):
        raise NotInLanguage(f"expected the kind claims or nothing to check, got {data['kind']!r:.40}")
    claims = data["claims"]
    if not isinstance(claims, list) or len(claims) > MAX_CLAIMS or bool(claims) is not (data["kind"] == "claims"):
        raise NotInLanguage(f"expected 1 to {MAX_CLAIMS} claims, and none where there is nothing to check")
    return tuple(_claim(claim) for claim in claims)


def _bare(text: str) -> str:
    """The answer without the fence that models like to put around JSON."""
    bare = text.strip()
    if bare.startswith("```") and bare.endswith("```") and "\n" in bare:
        bare = bare[bare.index("\n") : -3]
    return bare


def _keys(data: Any, schema: Mapping[str, Any], what: str) -> None:
    wanted = schema["properties"].keys()
    if not isinstance(data, dict) or data.keys() != wanted:
        raise NotInLanguage(f"expected {what} as an object with the keys {', '.join(wanted)}")


def _claim(data: Any) -> Translated:
    schema = SCHEMA["properties"]["claims"]["items"]
    _keys(data, schema, "a claim")
    if data["role"] not in get_args(Said):
        raise NotInLanguage(f"expected a role among {', '.join(get_args(Said))}, got {data['role']!r:.40}")
    hypotheses, spans = data["hypotheses"], data["spans"]
    if not isinstance(hypotheses, list) or len(hypotheses) > MAX_HYPOTHESES:
        raise NotInLanguage(f"expected at most {MAX_HYPOTHESES} hypotheses as a list")
    if not isinstance(spans, list) or not all(isinstance(span, str) for span in spans) or len(spans) > MAX_CLAIMS:
        raise NotInLanguage("expected spans as a list of texts")
    return Translated(data["role"], relating(data["claim"]), tuple(map(_hypothesis, hypotheses)), tuple(spans))


def _hypothesis(data: Any) -> Hypothesis:
    _keys(data, SCHEMA["properties"]["claims"]["items"]["properties"]["hypotheses"]["items"], "a hypothesis")
    if not isinstance(data["rests_on"], str) or len(data["rests_on"]) > 20:
        raise NotInLanguage(f"expected the name of what a hypothesis rests on, got {data['rests_on']!r:.40}")
    return Hypothesis(data["rests_on"], relating(data["claim"]))
