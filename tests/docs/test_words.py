"""The words of the pages: how many there are, how long sentences are, and that no private metaphor is used.

``PYTHONPATH=tests python tests/docs/test_words.py [FILE ...]`` prints the counts: of the files, or of every page.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import pytest
from support.plain_english import metaphors_of

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "verifier" / "docs"

REWRITTEN = (
    "README.md",
    "verifier/docs/changes.md",
    "verifier/docs/concepts.md",
    "verifier/docs/contributing/glossary.md",
    "verifier/docs/contributing/how-to.md",
    "verifier/docs/contributing/testing.md",
    "verifier/docs/expect.md",
    "verifier/docs/guides/abstentions.md",
    "verifier/docs/guides/audit.md",
    "verifier/docs/guides/check-formal.md",
    "verifier/docs/guides/check.md",
    "verifier/docs/guides/eval.md",
    "verifier/docs/guides/formal.md",
    "verifier/docs/guides/input.md",
    "verifier/docs/guides/label.md",
    "verifier/docs/guides/lean.md",
    "verifier/docs/guides/levels.md",
    "verifier/docs/guides/mathlib.md",
    "verifier/docs/guides/mcp.md",
    "verifier/docs/guides/notebooks.md",
    "verifier/docs/guides/offline.md",
    "verifier/docs/guides/prm.md",
    "verifier/docs/guides/programs.md",
    "verifier/docs/guides/proofs-gate.md",
    "verifier/docs/guides/prove-chain.md",
    "verifier/docs/guides/reading.md",
    "verifier/docs/guides/repair.md",
    "verifier/docs/guides/rewards.md",
    "verifier/docs/guides/search.md",
    "verifier/docs/guides/serve.md",
    "verifier/docs/guides/translate.md",
    "verifier/docs/guides/what-to-reward.md",
    "verifier/docs/language.md",
    "verifier/docs/not-run.md",
    "verifier/docs/trust.md",
    "verifier/docs/tutorial.md",
)
"""The pages that follow the style sheet. This list may only grow."""

LONGEST, MEAN = 20, 12.0
"""The most words of a sentence, and the most on average, in a page that is rewritten."""

MOST = 45_000
"""The most words of README and all pages together, without the generated pages of the reference."""

ENDS = (".", "?", "!", ":")


class Words(NamedTuple):
    """The words of a page."""

    words: int
    sentences: int
    average: float
    longest: int


def outside(text: str, mark: str) -> str:
    """Return the text outside pairs of a mark; a space replaces what is between them."""
    return " ".join(text.split(mark)[::2])


def plain(line: str) -> str:
    """Return a line without code, targets of links, and the signs of Markdown."""
    kept = []
    for i, part in enumerate(line.split("`")):
        kept.append(part if i % 2 == 0 else "code")
    first, *rest = "".join(kept).split("](")
    line = first + "".join(part.partition(")")[2] for part in rest)
    return line.replace("*", "").replace("[", "").replace("]", "").replace("!", "").lstrip("#> ")


def blocks(text: str) -> list[str]:
    """Return the paragraphs, list items, headings and cells of a page, outside fenced blocks."""
    found: list[str] = []
    joined = False  # whether the next line continues the last block
    for raw in outside(text, "```").splitlines():
        line, first = plain(raw.strip()), raw.strip().split(" ")[0]
        if first.startswith("|"):
            found += [cell.strip() for cell in line.strip("|").split("|") if cell.strip(" -")]
            joined = False
        elif joined and line and first != "-" and not first.rstrip(".").isdigit():
            found[-1] += f" {line}"
        else:
            found += [line.removeprefix("- ")] if line else []
            joined = bool(line) and not first.startswith("#")
    return found


def is_word(part: str) -> bool:
    return any(sign.isalnum() for sign in part)


def sentences(text: str) -> list[list[str]]:
    """Return the sentences of a page as lists of words. A colon ends a sentence; a semicolon does not."""
    found: list[list[str]] = []
    for block in blocks(text):
        words: list[str] = []
        for part in block.split():
            if is_word(part):
                words.append(part)
            if part.rstrip(")\"'").endswith(ENDS):
                found.append(words)
                words = []
        found.append(words)
    return [words for words in found if words]


def count(text: str) -> Words:
    """Count the words and sentences of a page."""
    found = sentences(text)
    prose = [words for words in found if len(words) > 3]  # not cells and headings
    average = mean(map(len, prose)) if prose else 0.0
    return Words(sum(map(len, found)), len(prose), average, max(map(len, found), default=0))


def long_ones(text: str) -> list[str]:
    """Return the sentences of a page that are too long."""
    return [" ".join(words) for words in sentences(text) if len(words) > LONGEST]


def metaphors(text: str) -> list[str]:
    """Return the private metaphors of a page, in order."""
    return [found for words in sentences(text) for found in metaphors_of(words)]


@pytest.mark.parametrize("name", REWRITTEN)
def test_rewritten_page_has_no_private_metaphor(name: str) -> None:
    assert metaphors((ROOT / name).read_text("utf-8")) == []


@pytest.mark.parametrize("name", REWRITTEN)
def test_rewritten_page_has_short_sentences(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert long_ones(text) == []
    assert count(text).average <= MEAN


def test_written_pages_have_few_words_together() -> None:
    pages = [ROOT / "README.md", *(page for page in DOCS.rglob("*.md") if page.parent.name != "reference")]
    assert 0 < sum(count(page.read_text("utf-8")).words for page in pages) <= MOST


def test_metaphor_in_prose_is_found_and_in_code_is_allowed() -> None:
    text = "# The house\n\nIt stands here. A step is settled\ndown, and it came to 3; `floor(x)`.\n\n```\ndoor\n```\n"
    assert metaphors(text) == ["house", "stands", "settled down", "came to"]
    assert metaphors("The step is settled. A claim comes next, to the right. `stand`") == []


def test_sentences_are_counted_by_paragraph_item_and_cell() -> None:
    text = "# One two\n\nThree four\nfive six. Seven (eight): nine.\n\n- ten `a b` eleven\n- twelve\n\n"
    text += "| x | y z |\n|---|---|\n"
    assert [len(words) for words in sentences(text)] == [2, 4, 2, 1, 3, 1, 1, 2]
    assert count(text).longest == 4 and count(text).words == 16


def test_links_count_by_their_text() -> None:
    assert sentences("See [the guide](a/b.md) now.\n") == [["See", "the", "guide", "now."]]


def show(paths: list[Path]) -> None:
    """Print the counts of pages, and their sum."""
    total = 0
    print(f"{'words':>7} {'average':>8} {'longest':>8} {'metaphors':>10}  page")
    for path in paths:
        text = path.read_text("utf-8")
        counted = count(text)
        total += counted.words
        print(f"{counted.words:7} {counted.average:8.1f} {counted.longest:8} {len(metaphors(text)):10}  {path}")
    print(f"{total:7} words in {len(paths)} pages")


if __name__ == "__main__":
    show([Path(name) for name in sys.argv[1:]] or [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))])
