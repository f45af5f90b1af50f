"""Translations read from files: those that are named, and those that the caller vouches for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from verifier.judging.translations.translation import Translation
from verifier.language.files import read_file


def read_translations(formal: Iterable[Path], given: Iterable[Path] = ()) -> tuple[list[Translation], list[str]]:
    """Return the translations of all files, and what is wrong with those that cannot be read.

    ``given``: files that the caller vouches for.
    """
    faults = list[str]()
    return list(each_translation(formal, given, faults)), faults


def each_translation(formal: Iterable[Path], given: Iterable[Path], faults: list[str]) -> Iterator[Translation]:
    """Yield the translations of all files as they are read; what is wrong is added to ``faults``."""
    for path, vouched in [*((one, False) for one in formal), *((one, True) for one in given)]:
        try:
            for read in read_file(path):
                if read.chain is None:
                    faults.append(f"{path}: {read.error}")
                else:
                    yield Translation(read.chain, vouched, place=f"{path}:{read.line}")
        except OSError as error:
            faults.append(f"{path}: expected a file that can be read ({error.strerror or error})")
