"""Spellings of numbers that the notation reads in another form: ``720,\\!720``, ``\\frac1e``, ``10⁻⁴``, ``9 pi``."""

from __future__ import annotations

from typing import Final

_RAISED: Final = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+", strict=True))
_SIGNS: Final = (
    ("\\leqslant", "\\le"),
    ("\\geqslant", "\\ge"),
    ("\\leq", "\\le"),
    ("\\geq", "\\ge"),
    ("\\neq", "\\ne"),
    ("\\lg", "\\log_{10}"),
    ("\\mathrm{e}", "e"),
    ("\\mathrm{i}", "i"),
    ("\\qquad", "\\quad"),
    ("\\infin", "\\infty"),
    ("\\plusmn", "\\pm"),
)
_WORDS: Final = (("pi", "\\pi"), ("pis", "\\pi"), ("infinity", "\\infty"), ("lakh", "hundred thousand"))
_UNITS: Final = (("sq", "square"), ("pct", "percent"), ("cu", "cubic"), ("sqrt", "\\sqrt"))


def respell(text: str) -> str:
    """Return an answer with such spellings replaced; the meaning is the same."""
    if "\\" in text:
        for old, new in _SIGNS:
            text = replace_command(text, old, new)
        text = _group(text) if "\\!" in text else text
        text = _brace(text) if "\\frac" in text or "\\sqrt(" in text else text
    if any(char in _RAISED for char in text):
        text = _lower(text)
    for old, new in (*_WORDS, *_UNITS[:3]):
        text = _replace_word(text, old, new) if old in text else text
    return _inches(text)


def replace_command(text: str, command: str, new: str) -> str:
    """Return the text with a LaTeX command of exactly that name replaced."""
    if command not in text:
        return text
    pieces = text.split(command)
    found = pieces[0]
    for piece in pieces[1:]:
        whole = not piece[:1].isalpha() or command[-1] == "}"
        found += (new if whole else command) + (" " if whole and new[-1:].isalpha() and piece[:1].isalpha() else "")
        found += piece
    return found


def _group(text: str) -> str:
    """``720,\\!720``: a comma, with the blank after it taken back, groups the digits."""
    pieces = text.split(",\\!")
    found = pieces[0]
    for piece in pieces[1:]:
        rest = piece.lstrip(" ")
        found += ("," if found[-1:].isdigit() and rest[:1].isdigit() else ",\\!") + rest
    return found.replace("\\!", "") if ",\\!" not in found else found


def _brace(text: str) -> str:
    """``\\frac1e``, ``\\frac3{4}``, ``\\sqrt(2)``: arguments without braces, of one character, get them."""
    pieces = text.split("\\frac")
    found = pieces[0]
    for piece in pieces[1:]:
        first, rest = _argument(piece)
        second, rest = _argument(rest) if first else ("", rest)
        found += f"\\frac{first}{second}{rest}" if first and second else "\\frac" + piece
    while (at := found.find("\\sqrt(")) >= 0 and (end := _closing(found, at + 5)) is not None:
        found = f"{found[:at]}\\sqrt{{{found[at + 6 : end]}}}{found[end + 1 :]}"
    return found


def _argument(text: str) -> tuple[str, str]:
    """The argument that a text begins with, in braces, and the rest; empty where none is read."""
    text = text.lstrip(" ")
    if text[:1].isalnum():
        return f"{{{text[0]}}}", text[1:]
    if text.startswith("\\pi") and not text[3:4].isalpha():
        return "{\\pi}", text[3:]
    if not text.startswith("{"):
        return "", text
    end = _closing(text, 0, "{}")
    return (text[: end + 1], text[end + 1 :]) if end is not None else ("", text)


def _closing(text: str, at: int, pair: str = "()") -> int | None:
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] == pair[0]) - (text[place] == pair[1])
        if depth == 0:
            return place
    return None


def _lower(text: str) -> str:
    """Raised digits after a number, a letter or a bracket as an exponent."""
    found, at = "", 0
    while at < len(text):
        end = at
        while end < len(text) and text[end] in _RAISED:
            end += 1
        raised = "".join(_RAISED[char] for char in text[at:end])
        found += f"^{{{raised}}}" if "-" in raised[:1] and raised[1:].isdigit() else text[at:end] or text[at]
        at = max(end, at + 1)
    return found


def _replace_word(text: str, word: str, new: str) -> str:
    """The text with a whole word replaced that is no command's name."""
    found, at = "", 0
    while (start := text.find(word, at)) >= 0:
        end = start + len(word)
        inside = text[start - 1 : start].isalpha() or (text[start - 1 : start] in ("\\", "_") and start > 0)
        if inside or text[end : end + 1].isalpha() or text[end : end + 1] == "_":
            found += text[at:end]
        else:
            found += text[at:start] + new
        at = end
    return found + text[at:]


def _inches(text: str) -> str:
    """``60 in``: after a number, at the end."""
    head = text.removesuffix(".").rstrip("} ").removesuffix("in")
    ends = text.removesuffix(".").rstrip("} ").endswith("in") and (head[-1:] in (" ", "{", "~"))
    return text[: len(head)] + "inch" + text[len(head) + 2 :] if ends and _counted(head) else text


def _counted(head: str) -> bool:
    """Whether a text ends with a number, perhaps with ``\\text{`` after it."""
    return head.rstrip(" ~{").removesuffix("\\text").rstrip(" ~\\,").removesuffix("}")[-1:].isdigit()
