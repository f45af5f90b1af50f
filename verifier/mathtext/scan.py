"""The scanner: text to tokens with spans, in one pass, without regular expressions.

It knows characters, numerals, LaTeX commands and the two modes (prose and mathematics), and no grammar. What it does
not know becomes a BAD token, and whatever stands beside a BAD token stays unread.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from verifier.kernel.expr import Int
from verifier.mathtext.characters import digit, escaped_newline, latin
from verifier.mathtext.dollars import opens_formula
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.signs import (
    BLANK,
    CHECK_MARKS,
    COMMANDS,
    ENVIRONMENTS,
    FONT,
    FRACTIONS,
    FUNCTIONS,
    LETTERS,
    LISTS,
    MATRICES,
    SINGLE,
    SUPER,
    TEXT,
    Kind,
)
from verifier.mathtext.numerals import Numerals, Token

_SIGNS: Final = frozenset("+-−*/=<>≤≥≠^·×÷≡≈")
_VARIABLES: Final = frozenset("abcdkmnpqrstuvwxyz")
_LONGEST: Final = 3


def multiplied(text: str, start: int, end: int) -> bool:
    """Return whether the letters there are a product for certain, ``ab`` in ``ab + bc``: small letters that make no
    word and no unit, with a sign of arithmetic beside them, and nothing but such signs or an edge on either side."""
    run = text[start:end]
    if not 1 < len(run) <= _LONGEST or not _VARIABLES.issuperset(run) or len(set(run)) < len(run):
        return False
    if run in FUNCTIONS or run in words.SYMBOLS or words.listed(run) or run in words.FUNCTION_WORDS:
        return False
    left, right = text[max(0, start - 3) : start].rstrip(" ")[-1:], text[end : end + 3].lstrip(" ")[:1]
    signed = left in _SIGNS or right in _SIGNS or right in SUPER
    plain = left in _SIGNS or left in ("", "(", "\n", ":", ",") or _led(text, start)
    ends = right in _SIGNS or right in SUPER or right in ("", "(", ")", ".", ",", "\n", ";", ":") or _ends(text, end)
    return signed and plain and ends and not (left == "-" and text[start - 2 : start - 1].isalpha())


def _led(text: str, start: int) -> bool:
    """Whether a word in prose leads to what begins there: ``have ab + bc``."""
    return text[start - 1 : start] == " " and text[start - 2 : start - 1].isalpha()


def _ends(text: str, end: int) -> bool:
    """Whether a word in prose follows: ``= ab by the first line``."""
    return text[end : end + 1] == " " and text[end + 1 : end + 2].isalpha()


def subtracted(text: str, start: int, at: int) -> bool:
    """Return whether the hyphen at ``at``, behind the word that begins at ``start``, is a minus between two letters:
    ``(a-b)``, ``= a-b``; not in ``x-axis`` and not in ``the x-y plane``."""
    if text[at] != "-" or at - start != 1 or text[at + 2 : at + 3].isalpha() or text[at + 2 : at + 3] in ("'", "’"):
        return False
    before, after = text[:start].rstrip(" ")[-1:], text[at + 2 : at + 6].lstrip(" ")[:1]
    return (before == "(" and (after == ")" or after in _SIGNS)) or before in _SIGNS - {"-"} or after in _SIGNS - {"-"}


MAX_LENGTH = 50_000
"""Longest text that is read, in code points."""

_SECOND = frozenset("=-><./+*")
"""What may stand second in a sign of more than one character."""


class Scanner(Numerals):
    """One pass over one text. ``scan(text)`` is the way in."""

    def run(self) -> list[Token]:
        """Return the tokens of the whole text."""
        while self.at < len(self.text):
            before = self.at
            self.one()
            if self.at == before:  # no rule took the character: it is unknown, and never read twice
                self.emit(Kind.BAD, self.peek(), self.at + 1)
        return self.tokens

    def one(self) -> None:
        """Read one token or more, by the character that stands there."""
        c = self.text[self.at]
        if c == " ":
            self.skip(self.at + 1)
        elif c.isalpha():
            self.letters()
        elif "0" <= c <= "9" or (c == "." and digit(self.peek(1)) and not self.peek(-1).isalnum()):
            self.numeral()
        elif c == "\\":
            self.command()
        elif c == "\n":
            self.newline()
        elif c == "$":
            self.dollar()
        elif c in FRACTIONS:
            self.fraction("", self.at)
        elif c.isspace():
            self.skip(self.at + 1)
        else:
            self.sign(c)

    def newline(self) -> None:
        """Read a line's end."""
        if self.region > 0 or "text" in self.braces:
            self.skip(self.at + 1)
        else:
            self.emit(Kind.BREAK, "\n", self.at + 1)
            self.edge = True

    # --- formulas -------------------------------------------------------------------------------------------------

    def open_region(self, closer: str, end: int) -> None:
        """Begin a formula, which ``closer`` ends."""
        self.closers.append((closer, self.region))
        self.regions += 1
        self.region = self.regions
        self.skip(end)

    def open_text(self, end: int) -> None:
        """Begin words inside a formula."""
        self.closers.append(("}", self.region))
        self.braces.append("text")
        self.region = -abs(self.region)
        self.skip(end)

    def close_region(self, closer: str, end: int) -> bool:
        """End the formula, if this ends it, and say whether."""
        if not self.closers or self.closers[-1][0] != closer:
            return False
        self.region = self.closers.pop()[1]
        self.skip(end)
        return True

    def dollar(self) -> None:
        """Read a dollar sign: of a formula, or of money."""
        width = 2 if self.peek(1) == "$" else 1
        if self.peek(-1) == "." and digit(self.peek(1)) and self.edge is False and self.peek(-2).isspace():
            self.emit(Kind.BAD, ".$", self.at)  # ".$500$": a point outside the formula
        if self.close_region("$" * width, self.at + width):
            return
        if width == 1 and digit(self.peek(-1)) and not self.edge and self.peek(1) in " \n.,;:)":  # 45$
            self.emit(Kind.MONEY, "usd", self.at + 1)
        elif width == 2 or opens_formula(self.text, self.at):
            self.open_region("$" * width, self.at + width)
        else:
            self.emit(Kind.MONEY, "usd", self.at + 1)

    def command(self) -> None:
        """Read a command of LaTeX."""
        i = self.at + 1
        while i < len(self.text) and self.text[i].isalpha() and self.text[i].isascii():
            i += 1
        name, end = (
            (self.text[self.at + 1 : i], i) if i > self.at + 1 else (self.peek(1), min(self.at + 2, len(self.text)))
        )
        if (known := COMMANDS.get(name)) is not None:
            self.emit(*known, end)
        elif name in ("(", "["):
            self.open_region({"(": "\\)", "[": "\\]"}[name], end)
        elif name in (")", "]"):
            if not self.close_region("\\" + name, end):
                self.emit(Kind.BAD, "\\" + name, end)
        elif name in ("begin", "end"):
            self.environment(name, end)
        elif name == "\\":
            self.emit(Kind.BREAK, "\\\\", end)
            self.edge = True
        elif name in ("left", "right") and self.text[end : end + 1] == "|":
            self.emit(Kind.OPEN if name == "left" else Kind.CLOSE, "|", end + 1)
        elif name in ("*", "_") and self.region <= 0:
            self.emit(Kind.OP, name, end)  # signs of Markdown, escaped
        elif name in BLANK:
            self.skip(end)
        elif name == "tag":
            close = self.text.find("}", end, end + 12)
            self.skip(close + 1 if close > 0 else end)
        elif name in TEXT | FONT and (wrapped := self.wrapped_function(end)):
            self.emit(Kind.CMD, self.text[end + 1 : wrapped].lower(), wrapped + 1)
        elif (name in TEXT or (name in FONT and self.unit_set(end))) and self.text[end : end + 1] == "{":
            self.open_text(end + 1)
        elif name == "operatorname" and (close := self.text.find("}", end, end + 40)) > 0:
            self.emit(Kind.BAD, self.text[end:close][:40], close + 1)  # a function that is not known
        elif name in FONT:
            self.skip(end)
        elif self.region <= 0 and escaped_newline(name):
            self.emit(Kind.BREAK, "\n", self.at + 2)
            self.edge = True
        else:
            self.emit(Kind.BAD, "\\" + name[:40], end)

    def wrapped_function(self, end: int) -> int:
        """Where the brace closes that holds nothing but a function's name, as in ``\\text{lcm}``; 0 for none."""
        close = self.text.find("}", end, end + 6)
        named = self.text[end + 1 : close].lower() in FUNCTIONS - {"min"}
        return close if named and self.text[end : end + 1] == "{" else 0

    def unit_set(self, end: int) -> bool:
        """Return whether the braces there hold a unit, behind a number: ``5\\,\\mathrm{m/s}``."""
        close = self.text.find("}", end, end + 20)
        inside = self.text[end + 1 : close].strip("~ ") if close > 0 else ""
        names = inside.replace("/", " ").replace("^2", "").replace("^3", "").split()
        counted = bool(self.tokens) and self.tokens[-1].kind in (Kind.NUM, Kind.CLOSE) and self.region > 0
        return counted and bool(names) and all(map(_unit, names))

    def environment(self, name: str, end: int) -> None:
        """Read where an environment of LaTeX begins or ends."""
        close = self.text.find("}", end, end + 40)
        inside = self.text[end + 1 : close] if self.text[end : end + 1] == "{" and close > 0 else ""
        if inside in MATRICES:
            self.matrix(name, inside, close + 1)
        elif inside not in ENVIRONMENTS:
            self.emit(Kind.BAD, "\\" + name, close + 1 if close > 0 else end)
        elif name == "begin":
            self.open_region("\\end{" + inside + "}", close + 1)
        elif not self.close_region("\\end{" + inside + "}", close + 1):
            self.emit(Kind.BAD, "\\end", close + 1)

    def matrix(self, name: str, inside: str, end: int) -> None:
        """Read where a matrix begins or ends."""
        if name == "begin":
            self.braces.append("matrix")
        elif self.braces and self.braces[-1] == "matrix":
            self.braces.pop()
        self.emit(Kind.OPEN if name == "begin" else Kind.CLOSE, inside, end)

    # --- letters, signs ---------------------------------------------------------------------------------

    def letters(self) -> None:
        """Read a run of letters: a word, or letters that stand for numbers."""
        text, i = self.text, self.at
        while i < len(text) and text[i].isalpha():
            i += 1
        run = text[self.at : i]
        if run == "sqrt" and text[i : i + 1] == "(":
            self.emit(Kind.OP, "sqrt", i)
        elif run[0] == "π" and 1 < len(run) <= 3 and run[1:].isascii() and run.islower():
            for letter in run:  # πr, πrl
                self.emit(Kind.SYM, letter, self.at + 1)
        elif run in words.SYMBOLS and len(run) > 1:
            self.word(i)
        elif self.region == 0 and len(run) == 1 and (stop := self.numbered(i)):
            self.emit(Kind.SYM, f"{LETTERS.get(run, run)}_{text[i:stop]}", stop)  # v2, the second of several
        elif not run.isascii():
            known = LETTERS.get(run)
            self.emit(
                Kind.SYM if known else Kind.WORD if run.isalpha() and latin(run) else Kind.BAD, known or run.lower(), i
            )
        elif (run in FUNCTIONS or run in ("GCD", "LCM")) and self.applies(i):
            self.emit(Kind.WORD if self.region < 0 else Kind.CMD, run.lower(), i)
        elif self.region > 0 and (len(run) <= 2 or (run.isupper() and len(run) == 3)):
            if len(run) == 2 and run[0].isupper() and run[1] in "xyz":
                for letter in run:  # Bx: a coefficient and its letter
                    self.emit(Kind.SYM, letter, self.at + 1)
            elif (
                len(run) > 1
                and run.islower()
                and run not in ("cm", "km", "mm", "kg", "mi", "ft", "lb", "or", "if", "is", "so", "in")
            ):
                self.emit(Kind.SYM, run[0], self.at + 1)
                self.emit(Kind.SYM, run[1], i)
            else:
                self.emit(Kind.WORD if run.islower() and len(run) > 1 else Kind.SYM, run, i)
        elif self.region > 0 and _product(run):
            for letter in run:  # xyz
                self.emit(Kind.SYM, letter, self.at + 1)
        elif not self.edge and 2 <= len(run) <= 3 and run.islower() and self.after_numeral() and not words.measure(run):
            for letter in run:  # 2ab
                self.emit(Kind.SYM, letter, self.at + 1)
        elif self.region == 0 and multiplied(text, self.at, i):
            for letter in run:  # ab + bc
                self.emit(Kind.SYM, letter, self.at + 1)
        else:
            self.word(i)

    def numbered(self, i: int) -> int:
        """Where a short number ends that is written right behind a lone letter, nothing before it; 0 for none."""
        end = self.digits(i)
        plain = self.text[self.at].isascii() or self.text[self.at] in LETTERS
        after = self.text[end : end + 1]
        alone = self.edge or (not self.peek(-1).isalnum() and self.peek(-1) not in ")]}.'’_^\\")
        return end if plain and alone and 0 < end - i <= 2 and not after.isalnum() and after not in SUPER else 0

    def applies(self, i: int) -> bool:
        """Whether what stands at ``i`` may be a function's argument: a bracket, a numeral, a letter on its own."""
        after, rest = self.text[i : i + 1], self.text[i : i + 4].lstrip(" ")
        if self.text[self.at : i] in ("min", "max", "sec") or self.region < 0:
            return after == "(" and self.region >= 0
        single = rest[:1].isalpha() and not rest[1:2].isalpha() and rest[:1] != "a"
        return after in ("(", "_", "^", "²") or digit(rest[:1]) or rest[:1] in ("(", "√", "\\") or single

    def after_numeral(self) -> bool:
        """Return whether a numeral ends right here."""
        return bool(self.tokens) and self.tokens[-1].kind is Kind.NUM and self.tokens[-1].end == self.at

    def word(self, i: int) -> None:
        """Read a word of which so much is known, with what joins it to others."""
        text = self.text
        while (
            i + 1 < len(text) and text[i] in "'’-" and text[i + 1].isalpha() and not subtracted(text, self.at, i)
        ):  # let's, two-digit
            i += 1
            while i < len(text) and text[i].isalpha():
                i += 1
        self.emit(Kind.WORD, text[self.at : i].replace("’", "'"), i)

    def sign(self, c: str) -> None:
        """Read a sign that is no letter and no digit."""
        if c in "{}":
            self.brace(c)
        elif self.text[self.at + 1 : self.at + 2] not in _SECOND or not self.joined():
            self.single(c)

    def joined(self) -> bool:
        """Read a sign of two or three characters, and say whether one stands here."""
        two, three = self.text[self.at : self.at + 2], self.text[self.at : self.at + 3]
        if three in ("<=>", "==>", "-->"):
            self.emit(Kind.LINK, "=>", self.at + 3)
        elif two in ("<<", ">>"):
            self.emit(Kind.CALC, two, self.at + 2)
        elif two in ("=>", "->"):
            self.emit(Kind.LINK, "=>", self.at + 2)
        elif two == "!=" and not self.edge:
            if self.region > 0:
                self.emit(Kind.OP, "!", self.at + 1)  # 5!=120
            else:
                self.emit(Kind.BAD, two, self.at + 2)
        elif two in ("<=", ">=", "!=", "=="):
            self.emit(Kind.REL, {"<=": "≤", ">=": "≥", "!=": "≠", "==": "="}[two], self.at + 2)
        elif three == "=<<":
            self.emit(Kind.REL, "=", self.at + 1)  # 48/2=<<48/2=24>>
        elif three == "...":
            self.emit(Kind.BAD, three, self.at + 3)
        elif two in (":=", "<>", "=<", "~=", "..", "//", "++", "--", "**", "+-"):
            self.double(two)
        else:
            return False
        return True

    def single(self, c: str) -> None:
        """Read a sign of one character."""
        if (known := SINGLE.get(c)) is not None:
            self.emit(*known, self.at + 1)
        elif c in SUPER:
            self.superscript()
        elif c == "–" and (self.region > 0 or (self.peek(-1) == self.peek(1) == " ")):
            self.emit(Kind.OP, "-", self.at + 1)  # a dash for a minus
        elif c == "~" and self.region:
            self.skip(self.at + 1)  # a blank that no line ends at
        elif c == "#" and not digit(self.peek(1)) and (not self.tokens or self.tokens[-1].kind is Kind.BREAK):
            self.skip(self.at + 1)  # a heading
        elif c in "([":
            named = not self.edge and bool(self.tokens) and self.tokens[-1].text in LISTS
            self.braces.append("," if named else c)
            self.emit(Kind.OPEN, "(" if c == "(" else "[", self.at + 1)
        elif c in ")]":
            if self.braces and self.braces[-1] in "([,":
                self.braces.pop()
            self.emit(Kind.CLOSE, ")" if c == ")" else "]", self.at + 1)
        elif c == "." and self.region <= 0 and self.peek(-1) == self.peek(1) == " ":
            self.emit(Kind.BAD, c, self.at + 1)  # 5 . 5
        elif c in ".,;:?":
            self.emit(Kind.PUNCT, c, self.at + 1)
        elif c in CHECK_MARKS and self.region <= 0:
            self.emit(Kind.PUNCT, ";", self.at + 1 + (self.peek(1) == "\ufe0f"))
        elif c in "\"'`“”‘’&":
            self.quote(c)
        else:
            self.emit(Kind.BAD, c, self.at + 1)

    def quote(self, c: str) -> None:
        """Read a quotation mark or an ampersand."""
        if c == "&" and self.braces and self.braces[-1] == "matrix":
            self.emit(Kind.PUNCT, c, self.at + 1)
        elif c == "&" and self.region:
            self.skip(self.at + 1)
        elif c in "'’" and self.region:
            self.emit(Kind.BAD, "'", self.at + 1)  # a prime
        else:
            self.emit(Kind.PUNCT, '"' if c in '"“”' else c, self.at + 1)

    def double(self, two: str) -> None:
        """Read a sign of two characters."""
        before, after = self.peek(-1), self.peek(2)
        if two == "**":
            power = (before.isalnum() or before == ")") and (after.isalnum() or after in "(-")
            if power:
                self.emit(Kind.OP, "^", self.at + 2)
            else:
                self.skip(self.at + 2)  # emphasis
        else:
            self.emit(Kind.BAD, two, self.at + 2)

    def superscript(self) -> None:
        """Read raised digits as a power."""
        end, number = self.at, 0
        while end < len(self.text) and self.text[end] in SUPER and end - self.at < 7:
            number, end = 10 * number + SUPER[self.text[end]], end + 1
        if end - self.at > 6:
            self.emit(Kind.BAD, self.text[self.at : end], end)
        else:
            self.emit(Kind.OP, "superscript", end, Int(number))

    def brace(self, c: str) -> None:
        """Read a brace."""
        if c == "{":
            self.braces.append("{")
            self.emit(Kind.OPEN, "{", self.at + 1)
        elif self.braces and self.braces[-1] == "text":
            self.braces.pop()
            self.region = self.closers.pop()[1] if self.closers and self.closers[-1][0] == "}" else self.region
            self.skip(self.at + 1)
        else:
            if self.braces and self.braces[-1] == "{":
                self.braces.pop()
            self.emit(Kind.CLOSE, "}", self.at + 1)


def _unit(name: str) -> bool:
    return words.measure(name) or name in words.SYMBOLS or name in ("s", "h", "m", "l")


def _product(run: str) -> bool:
    """Whether three or four letters in a formula are a product: neighbours in the alphabet's order, as in ``abc``."""
    rising = 3 <= len(run) <= 4 and all(a < b for a, b in pairwise(run))
    return rising and any(set(run) <= set(few) for few in ("abcd", "wxyz", "mnp", "mnk", "pqrs", "rst", "uvw"))


def scan(text: str) -> list[Token]:
    """Return the tokens of ``text`` in order; blank space and markup that carries nothing is dropped."""
    return Scanner(text).run()
