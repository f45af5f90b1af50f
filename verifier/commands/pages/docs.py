"""What ``verifier docs`` does: lists the pages of the documentation, and shows one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from difflib import get_close_matches
from importlib.resources import files
from importlib.resources.abc import Traversable

from rich.markdown import Markdown

from verifier.report.exit_codes import BAD_INPUT, OK, complain, output
from verifier.report.screen import standard_output

MOST_SIMILAR = 3


def run(topic: str | None, raw: bool) -> int:
    """Print the list of pages, or the page of a topic, and return the exit status."""
    with output():
        found = pages()
        if topic is None:
            print(_listed(found))
            return OK
        named = _named(topic, found)
        if len(named) != 1:
            complain(_missing(topic, named, found))
            return BAD_INPUT
        text = found[named[0]].read_text("utf-8")
        if raw or not sys.stdout.isatty():
            print(text, end="")
        else:
            standard_output().print(Markdown(text))
    return OK


def pages() -> dict[str, Traversable]:
    """Return every page by its topic: its path below the documentation, without the ending."""
    return dict(sorted(_pages(files("verifier.docs"), "")))


def _pages(folder: Traversable, above: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _pages(entry, f"{above}{entry.name}/")
        elif entry.name.endswith(".md"):
            yield above + entry.name.removesuffix(".md"), entry


def _named(topic: str, found: dict[str, Traversable]) -> list[str]:
    """The topics that a word names: the topic itself, or all whose last part it is."""
    wanted = topic.strip("/").removesuffix(".md").lower()
    return [wanted] if wanted in found else [name for name in found if name.rpartition("/")[2] == wanted]


def _missing(topic: str, named: list[str], found: dict[str, Traversable]) -> str:
    if named:
        return f"{topic!r} names several pages: {', '.join(named)}"
    words = {name.rpartition("/")[2]: name for name in found} | {name: name for name in found}
    near = dict.fromkeys(words[word] for word in get_close_matches(topic.lower(), words, MOST_SIMILAR, 0.5))
    hint = f"nearest: {', '.join(near)}" if near else "'verifier docs' lists all"
    return f"no page of the documentation is called {topic!r:.80}; {hint}"


def _listed(found: dict[str, Traversable]) -> str:
    width = max(map(len, found))
    rows = [f"  {name:<{width}}  {_title(page)}" for name, page in found.items()]
    return "\n".join(("Pages, each shown by 'verifier docs PAGE':", "", *rows))


def _title(page: Traversable) -> str:
    return page.read_text("utf-8").partition("\n")[0].removeprefix("# ")
