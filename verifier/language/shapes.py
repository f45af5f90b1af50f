"""Untrusted JSON values, taken as what they should be or refused with their place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

from verifier.language.places import Place, ShapeError

_KINDS: Final[Mapping[type, str]] = {
    **{dict: "an object", list: "a list", str: "a text", bool: "true or false"},
    **{int: "a number", float: "a number", type(None): "null"},
}


def kind(value: object) -> str:
    """Return what a JSON value is, in words."""
    return _KINDS.get(type(value), f"a {type(value).__name__}")


def text(value: object, place: Place, what: str, most: int) -> str:
    """Return a text of at most ``most`` characters.

    Raises:
        ShapeError: where it is none, or has half a character (a lone surrogate), which no file can hold.
    """
    if not isinstance(value, str):
        raise ShapeError(place, f"expected {what} as a text, found {kind(value)}")
    if len(value) > most:
        raise ShapeError(place, f"expected {what} of at most {most} characters, found {len(value)}")
    if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
        raise ShapeError(place, f"{what} has half of a surrogate pair, which is no character")
    return value


def whole(value: object, place: Place, what: str) -> int:
    """Return a whole number from 0.

    Raises:
        ShapeError: where it is none.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10**9:
        raise ShapeError(place, f"expected {what} as a whole number from 0, found {shown(value)}")
    return value


def items(value: object, place: Place, what: str, most: int) -> Sequence[object]:
    """Return a list of at most ``most`` items.

    Raises:
        ShapeError: where it is none.
    """
    if not isinstance(value, list):
        raise ShapeError(place, f"expected {what} as a list, found {kind(value)}")
    if len(value) > most:
        raise ShapeError(place, f"expected at most {most} of {what}, found {len(value)}")
    return value


def span(value: object, place: Place, what: str) -> tuple[int, int]:
    """Return a span of text, [begin, end].

    Raises:
        ShapeError: where it is none.
    """
    if isinstance(value, list) and len(value) == 2:
        begin, end = (whole(one, place, f"an end of {what}") for one in value)
        if begin < end:
            return begin, end
    raise ShapeError(place, f"expected {what} as [begin, end], found {shown(value)}")


def shown(value: object) -> str:
    """Return a value as a message shows it: itself where it is short, else what it is."""
    if isinstance(value, str):
        return repr(value[:40])
    if value is None or isinstance(value, bool | float):
        return str(value).lower()
    return str(value) if isinstance(value, int) and abs(value) < 10**12 else kind(value)


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a JSON object at a place; what it is not allowed to have is refused."""

    place: Place
    values: Mapping[str, object]

    @classmethod
    def of(cls, value: object, place: Place, what: str, allowed: Sequence[str]) -> Fields:
        """Return the fields of an object.

        Raises:
            ShapeError: where it is no object, or has a field that is not among ``allowed``.
        """
        if not isinstance(value, dict):
            raise ShapeError(place, f"expected {what} as an object, found {kind(value)}")
        for name in value:
            if not isinstance(name, str) or name not in allowed:
                raise ShapeError(place, f"{what} has no field {shown(name)}: expected {', '.join(allowed)}")
        return cls(place, value)

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        return name in self.values

    def need(self, name: str) -> object:
        """Return a field that must be there.

        Raises:
            ShapeError: where it is not.
        """
        if name not in self.values:
            raise ShapeError(self.place, f'expected a field "{name}", found none')
        return self.values[name]

    def text(self, name: str, most: int, *, needed: bool = False) -> str:
        """Return a text; a field that is not there and not needed is empty.

        Raises:
            ShapeError: where it is none.
        """
        return text(self.need(name), self.place, f'"{name}"', most) if needed or self.has(name) else ""

    def whole(self, name: str) -> int | None:
        """Return a whole number from 0, or None where the field is not there.

        Raises:
            ShapeError: where it is none.
        """
        return whole(self.values[name], self.place, f'"{name}"') if self.has(name) else None

    def number(self, name: str) -> float | None:
        """Return a finite number, or None where the field is not there.

        Raises:
            ShapeError: where it is none.
        """
        if not self.has(name):
            return None
        value = self.values[name]
        if isinstance(value, bool) or not isinstance(value, int | float) or not -1e9 < value < 1e9:
            raise ShapeError(self.place, f'expected "{name}" as a number, found {shown(value)}')
        return float(value) if isfinite(value) else None

    def items(self, name: str, most: int) -> Sequence[object]:
        """Return a list; a field that is not there is an empty one.

        Raises:
            ShapeError: where it is none.
        """
        return items(self.values[name], self.place, f'"{name}"', most) if self.has(name) else []

    def one_of(self, name: str, words: Sequence[str]) -> str:
        """Return a word that must be there, one of ``words``.

        Raises:
            ShapeError: where it is none of them.
        """
        value = self.need(name)
        if not isinstance(value, str) or value not in words:
            raise ShapeError(self.place, f'expected "{name}" as one of {", ".join(words)}, found {shown(value)}')
        return value
