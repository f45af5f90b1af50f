"""Shorthand: notation whose extent or meaning is not marked. What is written so is proved, and never refuted.

``√16 + 9`` may be the root of the sum, and ``f^{-1}(9)`` is no reciprocal where f is a function. Each test looks at the
characters of one expression, in one pass.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from verifier.mathtext.characters import digit
from verifier.mathtext.guards import notation as guards
from verifier.mathtext.guards.guard import Abstention
from verifier.mathtext.lexicon.signs import FUNCTIONS, LETTERS, SUPER

_ROOTS: Final = ("\\sqrt", "\\surd", "sqrt", "√", "∛", "∜")
_LOOK: Final = 300  # characters in which a bracket is to close, so that nested ones are read in linear time
_OPENING: Final = "([{|"
_CLOSED_BY: Final = {"(": ")", "[": "]", "{": "}"}
_SIGNS: Final = ("+", "-", "−", "–", "*", "×", "·", "⋅", "∙", "∗", "/", "÷", "±", "∓", "^", "!", "\\cdot", "\\times",
                 "\\div", "\\pm", "\\mp", "\\frac", "\\dfrac", "\\tfrac")  # fmt: skip
_MAPS: Final = frozenset("fghFGHTDL") | {"phi", "psi", "sigma", "tau", "pi", *"φψστπ"}
"""Names that a function often has, so that their powers may be iterates."""
_ITERATED: Final = frozenset({"log", "ln", "lg", "exp"})
_NAMES: Final = (
    FUNCTIONS | {"arcsin", "arccos", "arctan", "sinh", "cosh", "tanh"} | frozenset(LETTERS.values()) | {"pi"}
)
_RAISED: Final = {str(raised): str(value) for raised, value in SUPER.items()} | {"⁻": "-"}


def shorthand(text: str) -> frozenset[Abstention]:
    """Return why what an expression's text means is not marked; nothing where it is."""
    found = {guards.ROOT()} if any(sign in text for sign in _ROOTS) and _open_root(text) else set()
    found |= {guards.POWER()} if any(sign in text for sign in ("^", *_RAISED)) and _power_of_a_name(text) else set()
    found |= {guards.RATE()} if "/" in text and _quotient_of_differentials(text) else set()
    return frozenset(found)


def _quotient_of_differentials(text: str) -> bool:
    """Whether ``dr/dt`` stands in a text, where d is no factor."""
    cuts = (at for at, sign in enumerate(text) if sign == "/")
    return any(
        (over := text[max(0, at - 2) : at])[:1] == "d"
        and over[1:].isalpha()
        and text[at + 1 : at + 2] == "d"
        and text[at + 2 : at + 3].isalpha()
        for at in cuts
    )


# --- roots ----------------------------------------------------------------------------------------------------


def _open_root(text: str) -> bool:
    """Whether something stands after a root that its sign may take in: ``√16 + 9``, ``√2x``, ``√(3)(12)``."""
    at = 0
    while at < len(text):
        sign = next((sign for sign in _ROOTS if text.startswith(sign, at)), "")
        at += len(sign) or 1
        if sign and _open_after(text, _past_blank(text, at), sign):
            return True
    return False


def _open_after(text: str, at: int, sign: str) -> bool:
    here = text[at : at + 1]
    if here in ("{", "[") and sign.startswith("\\"):
        return False  # typeset: the bar over it marks the extent
    if here in _CLOSED_BY:
        after = _past_blank(text, _past_bracket(text, at))
        joined = next((sign for sign in _SIGNS if text.startswith(sign, after)), "")
        return text.startswith(("^", *SUPER, "(", "["), after) or (
            bool(joined) and text.startswith(("(", "["), _past_blank(text, after + len(joined)))
        )
    return here == "|" or _goes_on(text, _past_power(text, _past_operand(text, at)))


def _goes_on(text: str, at: int) -> bool:
    """Whether what stands there carries on what a root sign stands before: a sign, a bracket, a factor, no unit."""
    after = _past_blank(text, at)
    if after == len(text):
        return False
    word = len("".join(takewhile(str.isalpha, text[after : after + 40])))
    if word > 1 and after > at and text[after : after + word].lower() not in _NAMES:
        return False  # √16 metres
    return text.startswith(_SIGNS, after) or text[after : after + 1] in _OPENING + "√" or _begins(text, after)


def _begins(text: str, at: int) -> bool:
    """Whether a letter, a digit, a root or a Greek letter begins there."""
    c = text[at : at + 1]
    named = c == "\\" and "".join(takewhile(str.isalpha, text[at + 1 : at + 12])) in _NAMES | {"sqrt", "surd"}
    return c.isalpha() or digit(c) or named


def _past_operand(text: str, at: int) -> int:
    """Where the numeral, the letter or the command ends that stands right after a root sign."""
    at += text[at : at + 1] in ("-", "−")
    if digit(text[at : at + 1]):
        while digit(text[at : at + 1]) or (text[at : at + 1] in (".", ",") and digit(text[at + 1 : at + 2])):
            at += 1
        return at
    if text[at : at + 1] == "\\":
        return at + 1 + len("".join(takewhile(str.isalpha, text[at + 1 : at + 12])))
    return at + 1


def _past_power(text: str, at: int) -> int:
    """Where the power ends that stands there; the place itself where none does."""
    if text[at : at + 1] == "^":
        return _past_bracket(text, at + 1) if text[at + 1 : at + 2] in _CLOSED_BY else _past_operand(text, at + 1)
    while text[at : at + 1] in _RAISED:
        at += 1
    return at


def _past_blank(text: str, at: int) -> int:
    while text[at : at + 1].isspace():
        at += 1
    return at


def _past_bracket(text: str, at: int) -> int:
    """Where the bracket closes that opens there; the end of what is looked through where it does not."""
    depth, end = 0, min(at + _LOOK, len(text))
    for i in range(at, end):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i + 1
    return end


# --- powers of functions ----------------------------------------------------------------------------------------


def _power_of_a_name(text: str) -> bool:
    """Whether a function's name is raised before its argument: ``f^{-1}(9)``, ``f^2(1)``, ``sin^{-1} 1``, ``log^2 8``.

    ``sin^2 x`` has one meaning, and ``x^2(x + 1)`` is a product.
    """
    for at, c in enumerate(text):
        if c != "^" and (c not in _RAISED or text[at - 1 : at] in _RAISED):
            continue
        name = _name_before(text, at)
        after = _past_power(text, at)
        power = "".join(_RAISED.get(c, c) for c in text[at:after] if c not in "^{}() ").replace("−", "-")
        applied = text.startswith(("(", "\\left("), _past_blank(text, after))
        if name in FUNCTIONS and (power == "-1" or (name in _ITERATED and power != "1")):
            return True
        if applied and name and name not in FUNCTIONS and (power == "-1" or (name in _MAPS and power != "1")):
            return True
    return False


def _name_before(text: str, at: int) -> str:
    """The function's name or the letter that ends there; an empty text for none."""
    run = "".join(takewhile(str.isalpha, reversed(text[max(at - 12, 0) : at].rstrip("}"))))[::-1]
    return run if run in _NAMES else run[-1:]
