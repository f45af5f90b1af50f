"""What ``verifier translate --translator exact`` does: chains into formal chains by rules, without a model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from verifier.chain import Chain, with_id
from verifier.language.files import read_file
from verifier.language.formal_chain import FormalChain, Role
from verifier.language.places import ShapeError
from verifier.language.write_chain import write_file
from verifier.readers.exact.formal.formalize import NAME, formalize
from verifier.report.bars import ticking
from verifier.report.exit_codes import INFRASTRUCTURE, OK, complain

EXACT: Final = "exact"
"""What stands for the exact reader where a translator is named."""


def formalize_all(chains: Sequence[Chain], out: Path, *, resume: bool) -> int:
    """Write the chains as the exact reader reads them, and return the exit status: 3 where one has no translation.

    ``resume``: those that stand in the file, of the same text and by the same reader, stay as they are.

    Raises:
        OSError: where the file cannot be read or written.
    """
    there = _there(out) if resume and out.exists() else {}
    made, lost = list[FormalChain](), 0
    with ticking("translating", len(chains)) as tick:
        for chain in map(with_id, chains):
            kept = there.get(_text(chain.id or "", chain.problem, [step.text for step in chain.steps]))
            try:
                made.append(kept or formalize(chain))
            except ShapeError as error:
                complain(f"{chain.id}: not translated: {error.message}")
                lost += 1
            tick()
    write_file(out, made)
    said = [one for chain in made for _, _, one in chain.statements() if one.role is not Role.UNSAID]
    spans = sum(len(step.unread) for chain in made for step in chain.steps)
    more = f"; {lost} failed" if lost else ""
    complain(f"{len(made)} translations by rules, {len(said)} statements, {spans} parts left unread{more}")
    return INFRASTRUCTURE if lost else OK


Text = tuple[str, str, tuple[str, ...]]


def _text(id: str, problem: str, steps: Sequence[str]) -> Text:
    return id, problem, tuple(steps)


def _there(out: Path) -> dict[Text, FormalChain]:
    """What stands in a file by this reader, by its text."""
    found = (read.chain for read in read_file(out))
    return {_text(one.id, one.problem, one.steps_text): one for one in found if one is not None and one.by.name == NAME}
