"""What was read of a text: its formulas, each with its place, its role and the reasons to be careful with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from verifier.chain import Span
from verifier.kernel.expr import Expr, Head
from verifier.mathtext.guards.guard import Abstention, Defeat, Defeater
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.discourse.operations import Work

Role = Literal["asserted", "given", "defined", "supposed", "denied", "recalled", "asked"]


@dataclass(frozen=True, slots=True)
class Ending:
    """What a text ends with: ``expr``, the whole expression of a formula that the next text may go on with, None where
    there is none; ``open``, whether a formula or what was not read stands there, and no mark behind it;
    ``counted``, the numbers that its lines and those before begin with."""

    expr: PlacedExpr | None = None
    open: bool = False
    counted: frozenset[int] = frozenset()


NOTHING: Final = Ending()


COMPLEX = frozenset({"complex", "imaginary"})
"""Words that make the letter i the imaginary unit, and of letters more than real numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A relation as it stands in the text.

    ``doubts`` keep it from being decided, ``qualms`` from being refuted, ``obstacles`` from settling its step
    incorrect.
    """

    span: Span
    text: str
    role: Role
    relation: Head
    left: PlacedExpr
    right: PlacedExpr
    position: int
    doubts: tuple[Abstention, ...]
    qualms: tuple[Abstention, ...]
    obstacles: tuple[Abstention, ...]
    words: frozenset[str]  # the words of its sentence, in lower case
    clause: frozenset[str]  # the words that lead to it
    led: bool  # nothing before it can belong to it
    rewriting: bool  # the sentence says that the left side is rewritten
    follows_letter: bool  # its chain begins with a lone letter: y = A = B
    modular: bool = False  # remainders are compared, so a modulus that the text sets changes nothing
    head: frozenset[str] = frozenset()  # the letters of the expression that its chain begins with
    told: bool = False  # the words before it say that an expression is rewritten
    otherwise: tuple[Expr, ...] = ()  # what its left side may be instead, where a list number or a dash stands before
    choice: bool = False  # it says that one of several equations holds
    named: bool = False  # its chain begins with a quantity named in words
    before: tuple[str, ...] = ()  # the words and marks since the formula before it, or since the text began
    after: tuple[str, ...] = ()  # the same up to the formula after it, or to where its sentence ends
    put: bool = False  # a listed root is put into the problem's equation
    closes: bool = False  # its chain goes on, and ends with a number
    binds: bool = False  # the sentence may use another relation quietly
    line: bool = False  # it is the next line under another formula, and nothing stands between them
    work: Work | None = None  # the operation that is told to lead to it
    frame: str = ""  # the shape in which its sentence asserts it, where it has one
    defeated: tuple[Defeat, ...] = ()  # the guards that were raised and do not stand

    def without(self, by: Defeater) -> Formula:
        """Return the formula without the guards that a defeater takes back."""
        gone = [one for one in (*self.qualms, *self.obstacles) if one.of(*by.defeats)]
        if not gone:
            return self
        return replace(
            self,
            qualms=tuple(one for one in self.qualms if one not in gone),
            obstacles=tuple(one for one in self.obstacles if one not in gone),
            defeated=(*self.defeated, *(Defeat(one, by.message, by.code) for one in dict.fromkeys(gone))),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was read of a text: formulas in order, spans left unread, every numeral, every word, and whether the text
    may set a mode."""

    formulas: tuple[Formula, ...] = ()
    unread: tuple[Span, ...] = ()
    numerals: tuple[PlacedExpr, ...] = ()
    words: tuple[tuple[str, int], ...] = ()
    mode: bool = False
    stars: bool = False  # a sign between two letters may be given a meaning of its own, as problems do
    loose: int = 0  # relation signs that joined nothing readable
    takebacks: tuple[int, ...] = ()  # where something before is taken back
    rejections: tuple[int, ...] = ()  # where something is rejected, most likely what stands right there
    modulus: bool = False  # equality may be meant modulo a number of the text
    digits: bool = False  # a number may stand for its last digits
    clock: bool = False  # hours may be counted round
    whole: frozenset[int] = frozenset()  # the whole numbers above one that stand in the text
    named: frozenset[int] | None = frozenset()  # the moduli that it names; None where it does not tell one by a numeral
    vocabulary: frozenset[str] = frozenset()  # every word in lower case, also those read as units
    after: tuple[str, ...] = ()  # the words and marks since the last formula
    ending: Ending = NOTHING  # what the text ends with
    linked: frozenset[int] = frozenset()  # where words begin that are read and claim nothing
    foreign: bool = False  # it is in another language than the one that is read
