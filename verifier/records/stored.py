"""What a record holds: its chain, its readings, and the rows of what was decided. Nothing of it is trusted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from verifier.chain import Chain
from verifier.intake.bad import BadInput
from verifier.intake.chain import chain_from, with_origin
from verifier.judging.agreeing.trusting import Settling, trust_of_json
from verifier.judging.translations.translation import Translation
from verifier.language.formal_chain import FormalChain
from verifier.language.places import ShapeError
from verifier.language.read_chain import read_chain
from verifier.records.record import SCHEMA, TEXTS, schema_fault

Row = Mapping[str, Any]

DIGITS: Final = 64
"""Digits of a SHA-256."""

NO_ID: Final = "chain"
"""The id of a stored reading whose chain has none."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What a record is of: its chain and what is trusted (None: its text alone), with the rows of its steps, of the
    claims of its text, of its translations, and of the decisions about these, which name their translation.

    ``reading``: the chain as its text was read, as JSON, None where the record holds none; ``support`` and
    ``agreement``: what deciding the text, and the translations, asked for besides. ``notes``: the record itself.
    """

    chain: Chain
    trust: Settling | None
    steps: Sequence[Row]
    rows: Sequence[Row]
    translations: Sequence[Row]
    decisions: Sequence[Row]
    reading: Row | None
    support: SupportRows
    agreement: SupportRows
    notes: Row

    @staticmethod
    def runs(rows: Sequence[Row]) -> list[Any]:
        """Return the certificates among rows of claims about runs."""
        certificates = [one for row in rows if isinstance(one := row.get("certificate"), dict)]
        return [one for one in certificates if "run" in (one.get("claim") or ())]

    def read(self) -> FormalChain:
        """Return the stored reading of the text. Raises: ValueError where there is none, or it has not the shape."""
        if self.reading is None:
            raise ValueError(
                'expected "reading" with the chain as its text was read; a long one has none: --read-again'
            )
        if held := [name for name in TEXTS if name in self.reading]:
            raise ValueError(f"its reading: expected it without {', '.join(held)}, which are in the record")
        try:
            found = read_chain({**self.reading, "id": NO_ID})
        except ShapeError as error:
            raise ValueError(f"its reading: {error}") from error
        texts = tuple(step.text for step in self.chain.steps)
        if len(found.steps) != len(texts):
            raise ValueError(f"its reading: expected {len(texts)} steps, found {len(found.steps)}")
        return replace(found, id=self.chain.id or "", problem=self.chain.problem, steps_text=texts)


@dataclass(frozen=True, slots=True)
class SupportRows:
    """The rows of what deciding asked for besides: proofs, by what was asked, and models."""

    proofs: Sequence[Row] = ()
    models: Sequence[Row] = ()


def parsed(data: Any) -> Stored:
    """Return what a record holds. Raises: BadInput, ValueError, which say what was expected."""
    if (fault := schema_fault(data, SCHEMA)) is not None:
        raise BadInput(fault)
    steps = data.get("steps")
    rows: list[Row] = []
    for index, row in enumerate(steps if isinstance(steps, list) else []):
        claims = row.get("claims") if isinstance(row, dict) else None
        if not isinstance(claims, list) or not all(isinstance(claim, dict) for claim in claims):
            raise BadInput(f'step {index}: expected an object with "claims" as a list of objects')
        rows += claims
    texts = [row.get("text") for row in steps] if isinstance(steps, list) else steps
    asked = {key: data.get(key) for key in ("problem", "id", "answer")}
    chain = with_origin(chain_from({**asked, "steps": texts}), data)
    if ("trust" in data) != ("translations" in data):
        raise BadInput('expected "trust" and "translations" together, or neither')
    trust = trust_of_json(data["trust"]) if "trust" in data else None
    held = data.get("translations", [])
    if not isinstance(held, list) or not all(isinstance(row, dict) and "chain" in row for row in held):
        raise BadInput('expected "translations" as a list of objects, each with its "chain"')
    reading = data.get("reading")
    if reading is not None and not (isinstance(reading, dict) and isinstance(reading.get("chain"), dict)):
        raise BadInput('expected "reading" as an object with its "chain"')
    return Stored(
        chain,
        trust,
        steps,
        rows,
        held,
        tuple(_decisions(held)),
        None if reading is None else reading["chain"],
        _support(reading, "reading"),
        _support(data.get("agreement"), "agreement"),
        data,
    )


def translation(row: Row, place: int) -> Translation:
    """Return a stored translation. Raises: ValueError where it has not the shape of one."""
    try:
        return Translation(read_chain(row["chain"]), row.get("given") is True)
    except ShapeError as error:
        raise ValueError(f"translation {place}: {error}") from error


def both(row: Row) -> list[Any]:
    """Return the certificates of a claim that was proved and refuted; none of any other. Raises: BadInput."""
    found = row.get("contradiction", [])
    if not isinstance(found, list) or len(found) not in (0, 2):
        raise BadInput(f'claim {row.get("id")}: expected "contradiction" to hold two certificates')
    return found


def _support(data: Any, name: str) -> SupportRows:
    if data is None:
        return SupportRows()
    lists = [data.get(key) if isinstance(data, dict) else None for key in ("proofs", "models")]
    if not all(isinstance(rows, list) and all(isinstance(row, dict) for row in rows) for rows in lists):
        raise BadInput(f'expected "{name}" with "proofs" and "models" as lists of objects')
    shapes = zip(lists, ({"asked", "certificate"}, {"of", "model"}), strict=True)
    for rows, keys in shapes:
        for row in rows or ():
            named = row.get("asked", row.get("of"))
            if not (keys <= row.keys() and isinstance(named, str) and len(named) == DIGITS):
                raise BadInput(f'expected "{name}" with {" and ".join(sorted(keys))} in each row, by a SHA-256')
    return SupportRows(*(tuple(rows or ()) for rows in lists))


def _decisions(held: list[dict[str, Any]]) -> Iterator[Row]:
    """Yield the rows of all decisions, with the place of their translation."""
    for place, row in enumerate(held):
        steps = row.get("steps")
        for step in steps if isinstance(steps, list) else ():
            decisions = step.get("decisions") if isinstance(step, dict) else None
            if not isinstance(decisions, list) or not all(isinstance(one, dict) for one in decisions):
                raise BadInput(f'translation {place}: expected steps with "decisions" as a list of objects')
            yield from ({**one, "translation": place} for one in decisions)
