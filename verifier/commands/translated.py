"""Chains translated on the way of a command: the translations are a file for as long as the command needs it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from verifier.commands.options.translate import LiveOptions
from verifier.commands.translate import complained, default_file, live, read_chains, tell, wanted_of
from verifier.judging.formal.problem import examined_facts
from verifier.language.write_chain import write_file
from verifier.readers.model.asking.kept import Kept, NotKept
from verifier.readers.model.asking.model import ModelUnavailable
from verifier.readers.model.choose import tasks_of
from verifier.report.exit_codes import BAD_INPUT, OK, complain


@dataclass(slots=True)
class Found:
    """The files of the translations that were made, and the exit status that making them calls for."""

    formal: tuple[Path, ...] = ()
    status: int = OK


@contextmanager
def translated(file: str | None, problem: str | None, options: LiveOptions) -> Iterator[Found]:
    """Give the translations of the chains of a file; that of a chain which could not be had is left out, and said."""
    if file is None or file == "-":
        complain("a translator takes chains from a file, which is read twice")
        yield Found(status=BAD_INPUT)
        return
    with tempfile.TemporaryDirectory(prefix="verifier-") as folder:
        yield _made(file, problem, options, Path(folder) / "formal.jsonl")


def _made(file: str, problem: str | None, options: LiveOptions, out: Path) -> Found:
    chains, _ = read_chains([file], problem)  # what is wrong with the input is the command's to judge
    wanted = wanted_of(options.translator, options.asking)
    try:
        tasks = tasks_of(chains, wanted, examined_facts)
        with Kept(options.translator_answers or default_file()) as kept:
            run = live(tasks, wanted, options.asking, kept)
    except (ModelUnavailable, NotKept) as error:
        return Found(status=complained(error))
    tell(run)
    write_file(out, [one.chain for one in run.done if one.chain is not None])
    return Found((out,), run.status)
