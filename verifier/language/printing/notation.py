"""How expressions are written for people: forms with places for the arguments, and brackets where they are needed.

``latex`` and ``plain`` are two notations; each is a table of forms and a few functions for heads that want more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import Final

from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Letter, Node, Sym, Text, Type


class Level(IntEnum):
    """How strongly what is written binds; a place says how strongly what stands there must, to need no brackets."""

    WHOLE, IMPLIES, OR, AND, NOT, COMPARISON, BESIDE, SUM, BIG, PRODUCT, SIGN, POWER, ATOM = range(13)


Written = tuple[str, Level]
"""A text, and how strongly it binds."""


@dataclass(frozen=True, slots=True)
class Form:
    """A text with places: ``@0`` is the first argument, ``@*`` are all of them with commas between.

    ``own`` is how strongly it binds, ``levels`` how strongly its arguments must (``WHOLE`` for those not listed).
    """

    template: str
    own: Level = Level.ATOM
    levels: tuple[Level, ...] = ()


def fill(template: str, *texts: str) -> str:
    """Return a template with texts in its places: ``@0`` is the first of them."""
    begin, *parts = template.split("@")
    return begin + "".join(texts[int(part[0])] + part[1:] for part in parts)


@dataclass(frozen=True, slots=True)
class Notation:
    """A way to write expressions.

    ``letter`` writes a name, ``constants`` are the kernel's numbers with one, ``types`` the sets that letters range
    over. ``signs`` are templates by name, for the heads in ``special``, which are no mere form.
    """

    letter: Callable[[str], str]
    constants: Mapping[str, str]
    types: Mapping[Type, str]
    forms: Mapping[Head, Form]
    signs: Mapping[str, str]
    special: Mapping[Head, Special]

    def text(self, expr: Expr) -> str:
        """Return the text of an expression."""
        return self.written(expr)[0]

    def written(self, expr: Expr) -> Written:
        """Return the text of an expression, and how strongly it binds."""
        match expr:
            case Int(value):
                return str(value), Level.ATOM
            case Dec(digits, places):
                spelled = str(digits).zfill(places + 1)
                return f"{spelled[:-places]}.{spelled[-places:]}", Level.ATOM
            case Sym(name):
                return self.letter(name), Level.ATOM
            case Const(name):
                return self.constants[name], Level.ATOM
            case Text(value):
                return value, Level.ATOM
        made = self.special.get(expr.head)
        return made(self, expr) if made is not None else self.formed(self.forms[expr.head], expr.args)

    def formed(self, form: Form, args: tuple[Expr, ...]) -> Written:
        """Return a form with its arguments; one that begins with a sign gets brackets behind another sign."""
        if "@*" in form.template:
            return form.template.replace("@*", self.listed(args)), form.own
        leading = form.template.startswith("@0")
        texts: list[str] = []
        for place, arg in enumerate(args):
            least = form.levels[place] if place < len(form.levels) else Level.WHOLE
            texts.append(self.at(arg, least, first=leading and place == 0))
        return fill(form.template, *texts), form.own

    def at(self, expr: Expr, least: Level, *, first: bool = True) -> str:
        """Return the text of an expression, in brackets where it binds less strongly than ``least``.

        Where it is not the ``first`` thing that is written, a sign before it gets brackets too.
        """
        text, own = self.written(expr)
        signed = not first and least > Level.SUM and text.startswith("-")
        return self.sign("brackets", text) if own < least or signed else text

    def listed(self, args: tuple[Expr, ...]) -> str:
        """Return expressions with commas between."""
        return ", ".join(map(self.text, args))

    def sign(self, name: str, *texts: str) -> str:
        """Return the template of this name with texts in its places."""
        return fill(self.signs[name], *texts)


Special = Callable[[Notation, Node], Written]
"""How a head is written that is no mere form."""


L = Level
COMPARED: Final = (L.BESIDE, L.BESIDE)

_CHAINED: Final = frozenset({Head.EQ, Head.LT, Head.LE, Head.GT, Head.GE})


def chained(expr: Node) -> Iterator[tuple[Head, Expr]] | None:
    """Return the relations of ``a < b and b <= c`` with their right sides, as in a < b <= c; None where that is none.

    The left side of the first relation is ``expr.args[0].args[0]``.
    """
    parts = [one for one in expr.args if isinstance(one, Node) and one.head in _CHAINED]
    if len(parts) < len(expr.args) or len(parts) < 2:
        return None
    if any(a.args[1] != b.args[0] for a, b in pairwise(parts)):
        return None
    return ((one.head, one.args[1]) for one in parts)


def by_type(letters: tuple[Letter, ...]) -> Iterator[tuple[Type, list[str]]]:
    """Yield the names of letters side by side that have one type."""
    names: list[str] = []
    for i, letter in enumerate(letters):
        names.append(letter.name)
        if i + 1 == len(letters) or letters[i + 1].type is not letter.type:
            yield letter.type, names
            names = []
