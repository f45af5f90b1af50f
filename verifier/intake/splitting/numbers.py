"""Numbers of steps: ``Step 3:``, ``3.``, ``3)``, also in headings and in bold; and list markers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from verifier.mathtext.characters import digit

_NAMES: Final = ("step", "part", "phase", "stage")


def headed(line: str) -> tuple[int, str] | None:
    """Return k and the rest of a line that begins with ``Step k``, behind ``#`` and ``*`` too; None of another."""
    bare = line.lstrip(" \t#*_")
    name = next((name for name in _NAMES if bare[: len(name)].lower() == name), None)
    if name is None:
        return None
    number, rest = _number(bare[len(name) :].lstrip())
    if number is None or rest[:1] not in (":", ".", ")", "*", "_", "", "–", "—", "-", " "):
        return None
    if rest[:1] == " " and rest.lstrip()[:1] not in ("–", "—", "-", ":", "("):
        return None  # Step 3 shows that
    said = _behind_mark(rest.lstrip("* \t" if rest.startswith("*") else " \t"))
    return None if said is None else (number, _balanced(line, said))


def _behind_mark(rest: str) -> str | None:
    """What follows the mark behind a step's number; None where the mark may be a sign or a point of what follows, as in
    ``Step 3 - 5 + 3`` and ``Step 3.5``."""
    mark, said = rest[:1], rest[1:].lstrip("* \t")
    if mark in (":", ")"):
        return said
    if mark == ".":
        return None if digit(rest[1:2]) else said
    if mark in ("–", "—", "-"):
        return said if said[:1].isalpha() else None
    return rest


def _balanced(line: str, said: str) -> str:
    """What a heading says, without the marks of bold that were opened before its number."""
    opened = line.lstrip(" \t#")
    for mark in ("**", "__"):
        if opened.startswith(mark) and said.count(mark) % 2:
            at = said.index(mark)
            return (said[:at] + said[at + len(mark) :]).strip(" \t")
    return said.strip(" \t")


def numbered(line: str) -> tuple[int, str] | None:
    """Return k and the rest of ``k. rest`` or ``k) rest``, None of another line."""
    number, rest = _number(line.lstrip(" \t#*_"))
    if number is None or rest[:1] not in (".", ")") or (rest[:1] == "." and digit(rest[1:2])):
        return None  # 3.5 + 2
    rest = _balanced(line, rest[1:]) if rest[1:2] not in (" ", "\t", "") else rest[1:]
    return (number, rest.strip()) if rest[:1] in (" ", "\t", "") or line.lstrip()[:1] in "#*_" else None


def _number(text: str) -> tuple[int | None, str]:
    end = 0
    while end < len(text) and end < 4 and digit(text[end]):
        end += 1
    return (int(text[:end]), text[end:]) if end else (None, text)


def without_marker(text: str) -> str:
    """Return a list's item, or a line, without its bullet or number."""
    bare = text.lstrip()
    if bare[:1] in ("-", "*", "+", "•", "◦", "–") and bare[1:2] in (" ", "\t"):
        return bare[1:].strip()
    found = numbered(bare.split("\n", 1)[0]) if bare[:1].isdigit() else None
    return bare if found is None else "\n".join([found[1], *bare.split("\n", 1)[1:]]).strip()


def by_number(text: str) -> list[str] | None:
    """Return the steps under ``Step 1``, ``Step 2``, ..., or under numbers; None of a text without such."""
    lines = text.split("\n")
    return _under(lines, headed) or _under(lines, numbered)


def _under(lines: list[str], heading: Callable[[str], tuple[int, str] | None]) -> list[str] | None:
    steps: list[list[str]] = []
    lead: list[str] = []
    for line in lines:
        found = heading(line)
        if found is not None and found[0] == len(steps) + 1:
            steps.append([found[1]])
        else:
            (steps[-1] if steps else lead).append(line)
    return ["\n".join(one) for one in [lead, *steps]] if steps else None
