"""The pages of the documentation, as tests read them: Markdown files with fenced blocks, links and words in backquotes.

A block that begins with ```` ```python ```` is run, one without a word holds command lines and what they print, one
that begins with ```` ```json ```` holds JSON, one value or a value a line, and ```` ```text ```` is only shown, or
shows what the commands in the block before it print. A line `...` in it stands for any lines.
"""

from __future__ import annotations

import ast
import io
import json
import tokenize
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "verifier" / "docs"
KINDS = ("", "python", "json", "text")


@dataclass(frozen=True)
class Page:
    """A page: its name for reports, its file, its text."""

    name: str
    path: Path

    @property
    def text(self) -> str:
        return self.path.read_text("utf-8")

    def blocks(self, kind: str) -> list[str]:
        """The fenced blocks of a kind."""
        return [body for word, body in fenced(self.text) if word == kind]

    def prose(self) -> str:
        """The text without its fenced blocks."""
        return "".join(self.text.split("```")[::2])


def fenced(text: str) -> list[tuple[str, str]]:
    """Every fenced block: the word behind its first fence, and what it holds. A fence without an end is an error."""
    parts = text.split("```")
    assert len(parts) % 2, "a fence is never closed"
    return [(part.partition("\n")[0].strip(), part.partition("\n")[2]) for part in parts[1::2]]


def steps(text: str) -> list[tuple[str, str, str]]:
    """Return every fenced block with its kind, its content, and the line of prose before it."""
    parts = text.split("```")
    before = [(part.strip().splitlines() or [""])[-1] for part in parts[::2]]
    return [(kind, body, line) for (kind, body), line in zip(fenced(text), before, strict=False)]


def agrees(shown: str, printed: str) -> bool:
    """Whether an output is as a page shows it, where each line `...` of the page skips any lines."""
    lines, place, skips = [line.rstrip() for line in printed.splitlines()], 0, False
    for line in (line.rstrip() for line in shown.splitlines()):
        if line == "...":
            skips = True
            continue
        if skips and line in lines[place:]:
            place = lines.index(line, place)
        if lines[place : place + 1] != [line]:
            return False
        place, skips = place + 1, False
    return skips or place == len(lines)


def values(block: str) -> list[Any]:
    """The JSON values of a block: one that may go over several lines, or one a line."""
    try:
        return [json.loads(block)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in block.splitlines()]


def pages() -> list[Page]:
    """README, and every page of the documentation."""
    found = [Page(path.relative_to(DOCS).as_posix(), path) for path in sorted(DOCS.rglob("*.md"))]
    return [Page("README.md", ROOT / "README.md"), *found]


def spans(text: str) -> list[str]:
    """What stands between single backquotes, line by line."""
    return [span for line in text.splitlines() for span in line.split("`")[1::2]]


def links(text: str) -> list[str]:
    """The targets of Markdown links, in order."""
    return [part.partition(")")[0] for part in text.split("](")[1:]]


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as Markdown renderers make them."""
    heads = [line.lstrip("#").strip() for line in text.splitlines() if line.startswith("#")]
    return {"".join(c for c in head.lower().replace(" ", "-") if c.isalnum() or c in "-_") for head in heads}


def told(comment: str) -> tuple[Any, ...]:
    """The Python literal that a comment is, or begins with before a colon; empty where there is none."""
    text = comment.lstrip("# ")
    for end in [len(text), *(i for i, sign in enumerate(text) if sign in ":;")]:
        try:
            return (ast.literal_eval(text[:end]),)
        except (ValueError, SyntaxError):
            continue
    return ()


def comments(source: str) -> dict[int, tuple[Any, ...]]:
    """What the comments of a source tell, by line."""
    found = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.start[0]: told(token.string) for token in found if token.type == tokenize.COMMENT}


def run(source: str, names: dict[str, Any]) -> int:
    """Run a block. A bare expression must come to what the comment beside it tells; returns how many did."""
    said, tree, checked = comments(source), ast.parse(source), 0

    def compared(line: int, value: Any) -> None:
        nonlocal checked
        for wanted in said.get(line, ()):
            assert value == wanted, f"line {line}: the comment tells {wanted!r}, and it is {value!r}"
            checked += 1

    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            shown = ast.Call(ast.Name("_compared", ast.Load()), [ast.Constant(node.end_lineno), node.value], [])
            node.value = ast.copy_location(shown, node.value)
    names["_compared"] = compared
    exec(compile(ast.fix_missing_locations(tree), "<block>", "exec"), names)  # noqa: S102
    return checked
