"""The files of word lists: those of a language stand in a folder of its own, those about languages beside it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Final

LANGUAGE: Final = "en"
"""The folder of the one language that is read."""


def lines(name: str, language: str = LANGUAGE) -> Iterator[tuple[str, str]]:
    """Yield the lines of a list that are no comments, each with the section that it stands in; empty before the first.

    ``language``: the folder; empty for lists that are of no language. Raises: FileNotFoundError.
    """
    section = ""
    for line in files("verifier.mathtext.lexicon").joinpath(language, name).read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            yield section, line
