"""What to do with rows of no known format: the likeliest first."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verifier.intake.example import Row
from verifier.intake.formats.plain import PROBLEMS, REASONING, TEXT, TEXTS, problem_columns
from verifier.intake.formats.registry import READERS, format_of, mapped

PROBLEM_WORDS = ("problem", "question", "prompt", "query", "instruction", "exercise", "task", "input", "ask")
STEPS_WORDS = ("step", "solution", "response", "answer", "completion", "reason", "rationale", "cot", "chain")
STEPS_WORDS_TOO = ("explanation", "derivation", "proof", "generat", "output", "text", "trace", "thought", "work")
"""Parts of the names of columns that hold a problem, and of those that hold its solution; the likelier first."""

SOLUTIONS = (*TEXTS, REASONING)

MOST_NAMED = 12


def unknown(row: Row) -> str:
    """Return in one line that a row is of no known format, its columns, and the three likeliest things to do."""
    columns = ", ".join(list(map(str, row))[:MOST_NAMED]) or "none"
    first, *others = fixes(row)
    return "; or ".join((f"expected a row of a known format, got the columns {columns}; {first}", *others))


def fixes(row: Row) -> list[str]:
    """Return what to do, the likeliest first: columns named, where some fit; a format said; rows written otherwise."""
    problem, steps = guessed(row)
    named = [f"{wanted}={name}" for wanted, name in (("problem", problem), ("steps", steps)) if name is not None]
    alike = next(_formats(row), None)
    formats = "look for a format like it: verifier docs formats"
    if alike is not None:
        formats = f"say --from {alike}, where rows are to be {READERS[alike].expects}"
    return [
        *([f"name them with --map {','.join(named)}"] if named else []),
        formats,
        'write a chain a line as {"problem": string, "steps": [strings]}',
    ]


def guessed(row: Row) -> tuple[str | None, str | None]:
    """Return the columns that hold the problem and the steps, as far as their names and contents tell."""
    texts = [str(key) for key, value in row.items() if _may_be_text(value)]
    steps = _named(texts, (*STEPS_WORDS, *STEPS_WORDS_TOO)) or _longest(texts, row)
    left = [key for key in texts if key != steps]
    return _named(left, PROBLEM_WORDS) or _longest([key for key in left if isinstance(row[key], str)], row), steps


def _may_be_text(value: Any) -> bool:
    """Whether a value looks like a text, of words and not one alone, or like a list of texts."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(one, str) for one in value)
    return isinstance(value, str) and len(value.split()) > 1 and any(sign.isalpha() for sign in value)


def _named(keys: Sequence[str], words: Sequence[str]) -> str | None:
    """The first column with a word of its name that begins with one of these."""
    parted = {key: "".join(sign if sign.isalnum() else " " for sign in key.lower()).split() for key in keys}
    return next((key for word in words for key in keys if any(part.startswith(word) for part in parted[key])), None)


def _longest(keys: Sequence[str], row: Mapping[str, Any]) -> str | None:
    return max(keys, key=lambda key: len(row[key]), default=None)


def _formats(row: Row) -> Iterator[str]:
    """The formats whose rows are described with columns like these, the most alike first."""
    columns = {str(key).lower() for key in row}

    def alike(name: str) -> int:
        words = READERS[name].expects.lower().replace('"', " ").replace(",", " ").replace(":", " ").split()
        return sum(bool(difflib.get_close_matches(column, words, 1, 0.85)) for column in columns)

    found = sorted(READERS, key=alike, reverse=True)
    yield from (name for name in found if alike(name))


def without_problem(renamed: Mapping[str, str], rows: Sequence[Row]) -> str | None:
    """Return in one line that rows of solutions in one text have no column with the problem, and how one is named;
    None where a row has one, and of rows of another format."""
    seen = [mapped(row, renamed) for row in rows]
    if not seen or any(format_of(row) is not TEXT or problem_columns(row) for row in seen):
        return None
    found = ", ".join(list(map(str, rows[0]))[:MOST_NAMED])
    left = {key: value for key, value in rows[0].items() if key not in SOLUTIONS}
    name = _named([str(key) for key, value in left.items() if _may_be_text(value)], PROBLEM_WORDS)
    said = "none of them looks like it" if name is None else f"name it with --map problem={name}"
    others = "--map problem=COLUMN names one, --map problem= says that there is none"
    return f"expected a column with the problem ({', '.join(PROBLEMS)}), found {found}; {said}; {others}"


def _fits(wanted: str, key: str, rows: Sequence[Row]) -> bool:
    """Whether a column may be what is wanted, by its first value: a problem is a text, steps are one or a list."""
    value = next(row[key] for row in rows if key in row)
    return wanted not in ("problem", "steps") or (_may_be_text(value) and (wanted == "steps" or isinstance(value, str)))


def absent(renamed: Mapping[str, str], rows: Sequence[Row]) -> str | None:
    """Return in one line which column of a ``--map`` no row has, and which they have; None where all are there."""
    there = list(dict.fromkeys(str(key) for row in rows for key in row))
    for wanted, name in renamed.items():
        if name and name not in there:
            near = difflib.get_close_matches(name, [key for key in there if _fits(wanted, key, rows)], 1)
            meant = f", did you mean --map {wanted}={near[0]}?" if near else ""
            return (
                f"expected a column called {name} for --map {wanted}={name}, got {', '.join(there[:MOST_NAMED])}{meant}"
            )
    return None
