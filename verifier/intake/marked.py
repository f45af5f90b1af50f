"""The problem that begins a plain text, where its author marked it: ``Problem: ...``, also as a heading or bold."""

from __future__ import annotations

PROBLEM = ("problem", "question")
SOLUTION = ("solution",)


def marked(text: str) -> tuple[str, str] | None:
    """Return the problem and the solution of a text whose first paragraph is marked as the problem, None of another.

    The problem ends with its paragraph, before a heading, a numbered step or a marked solution; in a text of one
    paragraph with its line. What is left out of it is judged, so that a doubt costs no judgement."""
    lines = text.strip().splitlines()
    first = _after(lines[0], PROBLEM) if lines else None
    if first is None:
        return None
    at, whole = 1, any(not line.strip() for line in lines)
    while not first and at < len(lines) and not lines[at].strip():
        at += 1
    if not first and at < len(lines):
        if _begins(lines[at]):
            return None
        first, at = lines[at], at + 1
        whole = any(not line.strip() for line in lines[at:])
    taken = [first]
    while whole and at < len(lines) and lines[at].strip() and not _begins(lines[at]):
        taken.append(lines[at])
        at += 1
    while at < len(lines) and not lines[at].strip():
        at += 1
    rest = lines[at:]
    if rest and (said := _after(rest[0], SOLUTION)) is not None:
        rest[0] = said
    problem, solution = "\n".join(taken).strip(), "\n".join(rest).strip()
    return (problem, solution) if problem and solution else None


def _begins(line: str) -> bool:
    """Whether a line begins something else than the rest of a problem."""
    bare = line.lstrip(" \t*_")
    return bare[:1] in ("#", *"0123456789") or bare[:4].lower() == "step" or _after(line, SOLUTION) is not None


def _after(line: str, words: tuple[str, ...]) -> str | None:
    """What follows the mark that begins a line, which is nothing of a heading; None of a line without one."""
    bare = line.strip().lstrip("# ").lstrip("*_")
    word = next((word for word in words if bare[: len(word)].lower() == word), None)
    if word is None:
        return None
    rest = bare[len(word) :].lstrip(" 0123456789.")
    sign = rest.lstrip("*_")
    if sign.startswith(":"):
        said = sign[1:]
        for bold in ("**", "__"):
            if line.strip().lstrip("# ").startswith(bold) and sign == rest:
                said = said.removeprefix(bold)
        return said.strip()
    return "" if line.strip()[:1] in ("#", "*", "_") and not sign.strip(" .") else None
