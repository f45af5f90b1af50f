"""Splitting a text into steps: by ``Step k:``, by numbering, else by blank lines."""

from __future__ import annotations

from verifier.readers.exact.text.characters import digit


def split(text: str) -> list[str]:
    """Return the steps of a solution's text in order, numbering removed, none empty: how every command and reward parts
    a text into steps. Raises: TypeError on what is no string."""
    if not isinstance(text, str):
        raise TypeError(f"expected a string, got {type(text).__name__}")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for heading in (_step_heading, _numbering):
        found = _by_heading(lines, heading)
        if found is not None:
            return found
    return [part for part in _by_blank_lines(lines) if part]


def _step_heading(line: str) -> tuple[int, str] | None:
    """(k, rest) of ``Step k: rest``, also behind ``#`` and ``*``."""
    bare = line.lstrip(" \t#*")
    if bare[:4].lower() != "step":
        return None
    number, rest = _number(bare[4:].lstrip())
    if number is None or rest[:1] not in (":", ".", ")", "*", ""):
        return None
    return number, rest.lstrip(":.)* \t")


def _numbering(line: str) -> tuple[int, str] | None:
    """(k, rest) of ``k. rest`` or ``k) rest``."""
    number, rest = _number(line.lstrip())
    if number is None or rest[:1] not in (".", ")") or rest[1:2] not in (" ", "\t", ""):
        return None
    return number, rest[1:].strip()


def _number(text: str) -> tuple[int | None, str]:
    end = 0
    while end < len(text) and end < 4 and digit(text[end]):
        end += 1
    return (int(text[:end]), text[end:]) if end else (None, text)


def _by_heading(lines: list[str], heading: object) -> list[str] | None:
    """The steps under headings numbered 1, 2, 3, ...; None when the text is not so numbered."""
    assert callable(heading)
    steps: list[list[str]] = []
    lead: list[str] = []
    for line in lines:
        found = heading(line)
        if found is not None and found[0] == len(steps) + 1:
            steps.append([found[1]])
        elif steps:
            steps[-1].append(line)
        else:
            lead.append(line)
    if not steps:
        return None
    texts = ["\n".join(lead).strip(), *("\n".join(step).strip() for step in steps)]
    return [text for text in texts if text]


def _by_blank_lines(lines: list[str]) -> list[str]:
    parts: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            parts[-1].append(line)
        elif parts[-1]:
            parts.append([])
    return ["\n".join(part).strip() for part in parts]
