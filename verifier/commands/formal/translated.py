"""Chains translated on the way of a command: the translations are a file for as long as the command needs it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from verifier.asking.kept import Kept, NotKept
from verifier.asking.model import ModelUnavailable
from verifier.chain import Chain
from verifier.commands.formal.translate import asked_in_batches, complained, read_chains, tell, told_doubles, wanted_of
from verifier.commands.options.translate import LiveOptions
from verifier.commands.options.translations import FormalOptions
from verifier.intake.chains import Sources
from verifier.judging.translations.apart import default_file
from verifier.judging.translations.problem import examined_facts
from verifier.language.formal_chain import FormalChain
from verifier.language.write_chain import file_written
from verifier.processes import Scratch
from verifier.readers.model.choose import tasks_of
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain


@dataclass(slots=True)
class Found:
    """The files of the translations that were made, and the exit status that making them calls for."""

    formal: tuple[Path, ...] = ()
    status: int = OK


@contextmanager
def translated(sources: Sources, options: LiveOptions) -> Iterator[Found]:
    """Give the translations of the chains of inputs; that of a chain which could not be had is left out, and said."""
    if not sources.names or "-" in sources.names:
        complain("a translator takes chains from a file, which is read twice")
        yield Found(status=BAD_INPUT)
        return
    chains, _ = read_chains(sources)  # what is wrong with the input is the command's to judge
    with translated_chains(chains, options) as found:
        yield found


@contextmanager
def translated_chains(chains: Sequence[Chain], options: LiveOptions) -> Iterator[Found]:
    """Give the translations of chains; that of a chain which could not be had is left out, and said."""
    with Scratch("translated") as folder:
        yield made(chains, options, folder / "formal.jsonl")


def made(chains: Sequence[Chain], options: LiveOptions, out: Path) -> Found:
    """Translate chains into a file, as ``verifier translate`` does, and return what came of it.

    Raises:
        OSError: where the file cannot be written.
    """
    wanted, written = wanted_of(options.translator, options.asking), 0

    def write(more: Sequence[FormalChain]) -> None:
        nonlocal written
        written += len(more)
        add(more)

    try:
        tasks = tasks_of(told_doubles(chains)[0], wanted, examined_facts)
        with Kept(options.translator_answers or default_file()) as kept, file_written(out) as add:
            run = asked_in_batches(tasks, wanted, options.asking, kept, write)
            tell(run)
            if tasks and not written:
                raise _NothingTranslated
    except (ModelUnavailable, NotKept) as error:
        return Found(status=complained(error))
    except _NothingTranslated:
        complain("no chain was translated, so none is judged")
        return Found(status=max(run.status, INFRASTRUCTURE))
    return Found((out,), run.status)


class _NothingTranslated(Exception):
    """No file of translations is to be written."""


def tell_what_settles(options: FormalOptions) -> None:
    """Say what would let translations settle steps, where they do not."""
    if options.trust == "evidence" and not options.given:
        ways = "--trust LEVEL.json, --trust agreeing with two of them, or --given FILE"
        complain(f"translations are evidence, so they settle no step. To let them: {ways}")
