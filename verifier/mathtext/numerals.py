"""Numerals: digits, groups of thousands, decimals, repeating decimals; and what every scan keeps track of."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from verifier.kernel.expr import Dec, Expr, Int, number
from verifier.mathtext.characters import digit
from verifier.mathtext.lexicon.signs import FRACTIONS, SUPER, Kind


class Token(NamedTuple):
    """A token:

    ``text`` is its normal form, ``space`` says whether blank space or a formula's edge stands before it, ``region``
    numbers the formula it is in (0: prose; negative: words set inside that formula).
    """

    kind: Kind
    text: str
    start: int
    end: int
    space: bool
    region: int
    value: Expr | None = None


MAX_NUMERAL = 1000
_AFTER = frozenset(("", " ", "\n", "+", "-", "*", "/", "=", "^", "(", ")", "]", "}", "$", "%"))
"""What belongs to no numeral: digits with one of these behind them are a whole number, and nothing else."""


class Numerals:
    """A text, a place in it, the tokens so far, and the brackets and formulas that are open."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.tokens: list[Token] = []
        self.region = 0
        self.regions = 0
        self.closers: list[tuple[str, int]] = []  # open formulas and \text groups: what closes them, the region outside
        self.braces: list[str] = []
        self.edge = True  # blank space, or the edge of a formula, was just passed

    def emit(self, kind: Kind, text: str, end: int, value: Expr | None = None) -> None:
        """Put a token that ends there onto the list, and go on behind it."""
        self.tokens.append(Token(kind, text, self.at, end, self.edge, self.region, value))
        self.at, self.edge = end, False

    def skip(self, end: int, edge: bool = True) -> None:
        """Go on there without a token."""
        self.at, self.edge = end, edge or self.edge

    def peek(self, offset: int = 0) -> str:
        """Return the character so many places on, an empty text beyond the ends."""
        i = self.at + offset
        return self.text[i] if 0 <= i < len(self.text) else ""

    def alnum(self, i: int) -> int:
        """Return where letters and digits end that begin there."""
        while i < len(self.text) and self.text[i].isalnum():
            i += 1
        return i

    def digits(self, i: int) -> int:
        """Return where digits end that begin there."""
        text, end = self.text, len(self.text)
        while i < end and "0" <= text[i] <= "9":
            i += 1
        return i

    def numeral(self) -> None:
        """Read a numeral, with what groups its thousands."""
        text, start = self.text, self.at
        end = self.digits(start)
        whole = text[start:end]
        if text[end : end + 1] in _AFTER and len(whole) <= MAX_NUMERAL and (whole[0] != "0" or whole == "0"):
            return self.emit(Kind.NUM, whole, end, Int(int(whole)))
        listed = bool(self.braces) and (self.braces[-1] == "," or (self.region > 0 and self.braces[-1] in "(["))
        if 1 <= len(whole) <= 3:
            end, whole = self.thousands(end, whole, listed)
        fraction = ""
        if text[end : end + 1] == "." and digit(text[end + 1 : end + 2]):
            stop = self.digits(end + 1)
            fraction, end = text[end + 1 : stop], stop
        if text.startswith((".\\overline{", "\\overline{") if not fraction else "\\overline{", end):
            return self.repeating(whole, fraction, end)
        if not fraction and whole[:1] != "0" and text[end : end + 1] in FRACTIONS:
            return self.fraction(whole, end)
        tail = text[end : end + 3]
        odd = (
            (
                tail[:1] == "."
                and (digit(tail[1:2]) or tail[1:2] in ("\\", "{"))
                and tail[1:3] not in ("\\)", "\\]", "\\ ")
            )
            or tail[:2] == ".."
            or tail[:1] == "…"
        )
        if tail[:1] == "," and digit(tail[1:2]) and not listed:  # 1,5: a decimal comma or a list without spaces
            odd, end = True, self.digits(end + 1)
            while self.text[end : end + 1] == "," and digit(self.text[end + 1 : end + 2]):
                end = self.digits(end + 1)
        if whole == "0" and not fraction and tail[:1] in "xXbo" and tail[1:2].isalnum():
            odd, end = True, self.alnum(end)  # 0x1F
        odd = odd or (tail[:1] == "," and listed and text[end + 1 : end + 4] == "000")  # (1,000): a list or a thousand
        odd = odd or (len(whole) > 1 and whole[0] == "0") or len(whole) + len(fraction) > MAX_NUMERAL
        if odd or (text[end : end + 1] in SUPER and fraction):
            self.emit(Kind.BAD, text[start : min(end, start + 40)], end)
        elif tail[:2] in ("st", "nd", "rd", "th") and not tail[2:3].isalpha():
            self.emit(Kind.WORD, "ordinal", end + 2)
        else:
            found: Expr = Dec(int(whole + fraction), len(fraction)) if fraction else Int(int(whole))
            self.emit(Kind.NUM, text[start:end], end, found)

    def fraction(self, whole: str, end: int) -> None:
        """Read a fraction that is one character, with the whole number before it: ``2½``."""
        over, under = FRACTIONS[self.text[end]]
        odd = (
            len(whole) > MAX_NUMERAL or self.text[end + 1 : end + 2].isalnum() or self.text[end + 1 : end + 2] in SUPER
        )
        if odd or self.text[end + 1 : end + 2] in FRACTIONS:
            return self.emit(Kind.BAD, self.text[self.at : end + 1][:40], end + 1)
        self.emit(Kind.NUM, self.text[self.at : end + 1], end + 1, number(int(whole or "0") + Fraction(over, under)))

    def repeating(self, whole: str, fraction: str, end: int) -> None:
        """``0.1\\overline{6}``: the digits under the bar come again and again."""
        opened = self.text.index("{", end) + 1
        closed = self.digits(opened)
        period, pointed = self.text[opened:closed], bool(fraction) or self.text[end] == "."
        if not (
            pointed
            and 0 < len(period) <= 60
            and len(whole) + len(fraction) <= 60
            and self.text[closed : closed + 1] == "}"
        ):
            return self.emit(Kind.BAD, self.text[self.at : end], end)
        before = Fraction(int(whole + fraction), 10 ** len(fraction))
        value = before + Fraction(int(period), 10 ** len(fraction) * (10 ** len(period) - 1))
        self.emit(Kind.NUM, self.text[self.at : closed + 1], closed + 1, number(value))

    def thousands(self, end: int, whole: str, listed: bool) -> tuple[int, str]:
        """Return where the groups of thousands end, and all their digits; in a list a comma parts two members, unless
        LaTeX closes the gap behind it."""
        text = self.text
        while True:
            gap = 3 if text[end : end + 3] in ("{,}", ",\\!") else 1 if text[end : end + 1] == "," else 0
            gap = 0 if listed and gap == 1 else gap
            if not gap or self.digits(end + gap) != end + gap + 3:
                return end, whole
            whole += text[end + gap : end + gap + 3]
            end += gap + 3
