"""Real chains written in other ways: no right step is accused, and first errors keep their names.

    python tests/benchmarks/variants.py ../shared/data/processbench_math.jsonl.gz --limit 120

What a step says does not hang on how it is written: LaTeX or plain signs, lines run together, steps joined or parted,
the problem left out, a letter renamed. Printed for each way: right chains and steps tried, steps accused that are not
accused as written (each with its text), and of the first errors named as written how many are still named. Only
problems of the open part are used (``verifier bench exact --split``). Exit status 1 when a right step is accused.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import track
from rich.table import Table

from verifier.chain import Chain
from verifier.evaluation.benchmarks.exact import OPEN, part_of, rows
from verifier.pipeline.judge import Judge

Written = tuple[str, list[str]]
"""A problem and its steps."""

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _roomy(text: str) -> str:
    return text.replace("\\(", "$ ").replace("\\)", " $")


def _align(text: str) -> str:
    return text.replace("\\[", "\\begin{align*}\n").replace("\\]", "\n\\end{align*}")


def _wrapped(text: str) -> str:
    """The text with lines of at most 72 characters, those of formulas left whole."""
    if any(mark in text for mark in ("\\[", "$$", "\\begin")):
        return text
    return "\n".join(textwrap.fill(line, 72, break_long_words=False) for line in text.split("\n"))


def _products(text: str, sign: str) -> str:
    return re.sub(r"\\(?:cdot|times)(?![A-Za-z])", sign, text)


def _shown(text: str) -> str:
    return text.replace("\\[", "$$").replace("\\]", "$$")


TEXTS: dict[str, Callable[[str], str]] = {
    "\\dfrac": lambda t: t.replace("\\frac", "\\dfrac"),
    "× for \\cdot and \\times": lambda t: _products(t, "×"),
    "* for \\cdot and \\times": lambda t: _products(t, "*"),
    "raised digits": lambda t: re.sub(r"\^(\d)(?!\d)", lambda m: m[1].translate(RAISED), t),
    "braces around powers": lambda t: re.sub(r"\^(\d)(?![\d.])", r"^{\1}", t),
    "another minus": lambda t: t.replace(" - ", " − "),
    "no blanks": lambda t: t.replace(" + ", "+").replace(" - ", "-").replace(" = ", "="),
    "no \\left and \\right": lambda t: t.replace("\\left(", "(").replace("\\right)", ")"),
    "$$ for \\[": _shown,
    "$ x $ for \\(x\\)": _roomy,
    "align* for \\[": _align,
    "no marks of formulas": lambda t: t.replace("\\(", "").replace("\\)", ""),
    "a number before": lambda t: f"Step 3: {t}",
    "a bullet before": lambda t: f"- {t}",
    "a word before": lambda t: f"Okay. {t}",
    "a check mark after": lambda t: f"{t} ✓",
    "every sentence on its line": lambda t: t.replace(". ", ".\n"),
    "lines run together": lambda t: " ".join(t.split()),
    "wrapped at 72 columns": lambda t: _wrapped(t),
    "another list number before": lambda t: f"(7) {t}" if len(t) % 2 else f"3) {t}",
    "footnote marks": lambda t: re.sub(r"(?<=[a-z]{3})\.(?=\s|$)", ".[^1]", t),
    "numbers in bold": lambda t: (
        re.sub(r"(?<![\w.,^_{\\$*/])(\d+)(?= |[.,](?!\d)|$)", r"**\1**", t) if "\\" not in t and "$" not in t else t
    ),
    "first words in bold": lambda t: re.sub(r"^([A-Z][a-z]+(?: [a-z]+)?)(?=[ ,])", r"**\1**", t),
    "wide blanks": lambda t: t.replace(" = ", "  =  ").replace(". ", ".  "),
    "a quotation": lambda t: "\n".join(f"> {line}" for line in t.split("\n")),
    "torn by JSON": lambda t: t.replace("\\frac", "\frac").replace("\\times", "\times").replace("\\text", "\text"),
    "other line ends": lambda t: t.replace("\n", "\r\n"),
}
"""Ways to write one step."""


def _renamed(problem: str, steps: Sequence[str], old: str, new: str) -> Written:
    letter = re.compile(rf"(?<![A-Za-z\\]){old}(?![A-Za-z])")
    return letter.sub(new, problem), [letter.sub(new, step) for step in steps]


CHAINS: dict[str, Callable[[str, list[str]], Written]] = {
    "no problem": lambda p, s: ("", s),
    "pairs of steps joined": lambda p, s: (p, [" ".join(s[i : i + 2]) for i in range(0, len(s), 2)]),
    "all steps joined": lambda p, s: (p, ["\n\n".join(s)]),
    "every line a step": lambda p, s: (p, [line for step in s for line in step.split("\n") if line.strip()]),
    "every sentence a step": lambda p, s: (p, [x for step in s for x in re.split(r"(?<=[.:]) +|\n", step) if x]),
    "the first step left out": lambda p, s: (p, s[1:]),
    "x renamed": lambda p, s: _renamed(p, s, "x", "w"),
    "n renamed": lambda p, s: _renamed(p, s, "n", "q"),
}
"""Ways to write one chain; steps need not correspond."""


def _accused(judge: Judge, problem: str, steps: Sequence[str]) -> list[bool]:
    return [step.correct is False for step in judge.exactly(Chain.of(problem, steps)).steps]


def _ways(problem: str, steps: list[str]) -> list[tuple[str, Written]]:
    """The chain as written in every way that changes it."""
    found = [(name, (problem, [write(step) for step in steps])) for name, write in TEXTS.items()]
    found += [(name, write(problem, list(steps))) for name, write in CHAINS.items()]
    return [(name, (p, [s for s in new if s.strip()])) for name, (p, new) in found if (p, new) != (problem, steps)]


def main() -> int:
    """Try every way on the files' chains and print what came of it; exit status 1 when a right step is accused."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=120, help="chains of each file")
    asked = parser.parse_args()
    tally: dict[str, Counter[str]] = {name: Counter() for name in (*TEXTS, *CHAINS)}
    console = Console()
    with Judge(lean="off") as judge:
        for file in asked.files:
            labelled = (
                row for row in rows(file) if row.get("first_error") is not None and part_of(row["problem"]) == OPEN
            )
            for row in track(list(islice(labelled, asked.limit)), description=file.name, console=Console(stderr=True)):
                _try(judge, row["id"], row["problem"], row["steps"], row["first_error"], tally, console)
    table = Table("written with", "right chains", "steps accused", "first errors named", "still named")
    for name, counts in tally.items():
        table.add_row(escape(name), *(f"{counts[key]:,}" for key in ("right", "accused", "named", "kept")))
    console.print(table)
    return int(any(counts["accused"] for counts in tally.values()))


def _try(
    judge: Judge,
    name: str,
    problem: str,
    steps: list[str],
    error: int,
    tally: dict[str, Counter[str]],
    console: Console,
) -> None:
    """Count what the ways do to the steps before the first error, and to the first error where it is named."""
    right = steps if error < 0 else steps[:error]
    if right and not any(_accused(judge, problem, right)):
        for way, (p, new) in _ways(problem, right):
            wrong = [new[i] for i, accused in enumerate(_accused(judge, p, new)) if accused] if new else []
            tally[way]["right"] += 1
            tally[way]["accused"] += len(wrong)
            for text in wrong:
                console.print(f"{way}: {name}: {text[:300]!r}", markup=False)
    if error < 0 or not _accused(judge, problem, steps[: error + 1])[error]:
        return
    for way, write in TEXTS.items():
        if (last := write(steps[error])) != steps[error]:
            tally[way]["named"] += 1
            tally[way]["kept"] += _accused(judge, problem, [*right, last])[error]


if __name__ == "__main__":
    sys.exit(main())
