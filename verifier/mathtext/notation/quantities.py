"""Quantities: the words that follow a number, as units, rates, shares and remarks in brackets."""

from __future__ import annotations

from typing import Final

from verifier.kernel.expr import Dec, Head, Int, Node, Sym
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.signs import Kind
from verifier.mathtext.notation.frames import Machine, Stop
from verifier.mathtext.numerals import Token

_LARGE: Final = words.SYMBOLS | {"Mm", "MM", "Mg", "MG", "Ml", "ML", "M", "G"}  # they are not what small letters are


class Quantities(Machine):
    """What the notation does with words after an operand."""

    def annotation(self) -> bool:
        """``7995 (total cookies) - ...``: words in brackets that name what was counted."""
        i = self.at + 1
        while i < len(self.tokens) and self.tokens[i].kind is Kind.WORD and words.told(self.tokens[i].text):
            i += 1
        if i >= len(self.tokens) or self.tokens[i].kind is not Kind.CLOSE or i == self.at + 1 or i > self.at + 8:
            return False
        end = self.tokens[i].end
        self.at = i + 1
        self.attach(set(), end)
        return True

    def share(self) -> bool:
        """Whether the operand just read is a share (``20%``, ``1/3``), of which ``of`` takes a part."""
        top = self.frames[-1]
        self.reduce(top, 2)
        match top.operands[-1].term:
            case Node(Head.PERCENT, (Int() | Dec(),)):
                return not top.operators or top.operators[-1][0] < 2
            case Node(Head.DIV, (Int(a), Int(b))):
                return 0 < a < b
        return False

    def unit(self) -> bool:
        """Attach the noun that follows a numeral (``24 clips``, ``5 miles per hour``, ``60 km/h``)."""
        last = self.frames[-1].operands[-1]
        if last.units - words.CURRENCY or isinstance(last.term, Sym) or last.label:
            return False
        here, before = self.tokens[self.at], self.tokens[self.at - 1]
        tight = before.kind is Kind.CLOSE and here.region < 0 and here.start - before.end == len("\\text{")
        if tight and not words.measure(here.text):
            return False  # (1/2)\text{Whole Area}: a factor
        found = self.nouns(self.at, 4)
        i = self.at + len(found)
        if not found and not self.rate(i):
            return False
        while self.rate(i):
            found += ["per", words.lemma(self.tokens[i + 1].text)]
            i += 2
            more = self.nouns(i, 3)
            found, i = found + more, i + len(more)
        end = self.tokens[i - 1].end
        self.at = i
        if self.is_(0, Kind.OP, "superscript") or (self.is_(0, Kind.OP, "^") and self.is_(1, Kind.NUM)):
            end = self.raised_unit(found)
        elif (
            self.is_(0, Kind.OP, "^")
            and self.is_(1, Kind.OPEN, "{")
            and self.is_(2, Kind.NUM)
            and self.is_(3, Kind.CLOSE)
        ):
            found[-1] += "^" + self.tokens[self.at + 2].text
            end, self.at = self.tokens[self.at + 3].end, self.at + 4
        elif self.is_(0, Kind.OP, "^"):
            raise Stop
        self.attach(set(found), end)
        return True

    def priced(self) -> bool:
        """Whether a price stands here, ``$12/meter``: an amount of money, a stroke and what it is paid for."""
        last = self.frames[-1].operands[-1]
        money = isinstance(last.term, Int | Dec) and bool(last.units) and last.units <= words.CURRENCY
        after = self.token(1)
        return money and after is not None and not after.space and len(after.text) > 1 and self.rate(self.at)

    def nouns(self, i: int, most: int) -> list[str]:
        """The nouns that stand from token ``i`` on, as lemmas."""
        found: list[str] = []
        for token in self.tokens[i : i + most]:
            if (
                token.kind is not Kind.WORD
                or not words.may_be_unit(token.text)
                or (found and self.acts(token, i + len(found)))
            ):
                break
            found.append(token.text if token.text in _LARGE else words.lemma(token.text))
        return found

    def acts(self, here: Token, i: int) -> bool:
        """Whether a word in prose is a verb, with a number right after it: ``4 pens cost 4 * $2``."""
        after = self.tokens[i + 1] if i + 1 < len(self.tokens) else None
        counted = after is not None and after.kind in (Kind.NUM, Kind.MONEY, Kind.OPEN)
        return here.region == 0 and counted and here.text.lower() in words.ACTING

    def bare(self) -> bool:
        """Whether the operand just read is a numeral without a unit."""
        last = self.frames[-1].operands[-1]
        return isinstance(last.term, Int | Dec) and not last.units

    def raised_unit(self, found: list[str]) -> int:
        """``cm^2``: the exponent belongs to the unit."""
        self.at += 1 if self.is_(0, Kind.OP, "superscript") else 2
        power = self.tokens[self.at - 1]
        found[-1] += f"^{power.value.value if isinstance(power.value, Int) else power.text}"
        return power.end

    def rate(self, i: int) -> bool:
        """Return whether a rate (per hour) begins there."""
        if i + 1 >= len(self.tokens) or self.tokens[i + 1].kind is not Kind.WORD:
            return False
        here, noun = self.tokens[i], self.tokens[i + 1].text
        if not words.may_be_unit(noun) and not (here.text == "/" and noun in ("h", "s", "m", "l")):
            return False
        return (here.kind is Kind.WORD and here.text in ("per", "a", "an", "each")) or (
            here.kind is Kind.OP and here.text == "/"
        )

    def arithmetic_inside(self) -> bool:
        """Return whether a bracket holds what may be computed."""
        after = self.token(1)
        return after is not None and after.kind in (Kind.NUM, Kind.MONEY, Kind.SYM, Kind.OP, Kind.CMD, Kind.OPEN)
