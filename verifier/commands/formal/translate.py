"""What ``verifier translate`` does: chains into formal chains, by a model that is asked, by batches out and in, or by
rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from verifier.asking.batch import round_of, take_responses, write_requests
from verifier.asking.budget import Prices, Spent
from verifier.asking.choose import language_model
from verifier.asking.kept import Kept, NotKept
from verifier.asking.live import Desk, ask
from verifier.asking.model import ModelUnavailable
from verifier.asking.request import Manner, Request
from verifier.chain import Chain
from verifier.commands.formal.formalize import EXACT, formalize_all
from verifier.commands.options.translate import Asking, TranslateOptions
from verifier.endpoint import Patience
from verifier.intake.bad import Bad
from verifier.intake.chains import Sources
from verifier.judging.decide import leaves_open
from verifier.judging.translations.apart import default_file
from verifier.judging.translations.problem import examined_facts
from verifier.language.files import read_file
from verifier.language.formal_chain import FormalChain
from verifier.language.write_chain import write_file
from verifier.readers.model.choose import Wanted, in_turn, tasks_of, without_doubles
from verifier.readers.model.translate import Task, Translated, translation
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain, output
from verifier.streams import standard_input

MOST_TOLD = 20
"""Most chains of which it is said by name what is wrong."""


@dataclass(slots=True)
class Run:
    """What came of a run: translations in the order of the chains, requests that nobody was asked, and the status."""

    done: list[Translated] = field(default_factory=list)
    waiting: dict[str, Request] = field(default_factory=dict)
    status: int = OK

    def add(self, other: Run) -> list[Translated]:
        """Take what came of some more tasks, and return their translations."""
        self.waiting |= other.waiting
        self.status = max(self.status, other.status)
        return other.done


def translate(options: TranslateOptions) -> int:
    """Translate, write, and return the exit status: 2 on bad input, 3 where a chain has no translation.

    Raises:
        SystemExit: on an interrupt.
    """
    with output(options.out, options.requests):
        chains, status = read_chains(options.sources(options.files, options.problem))
        wanted = wanted_of(options.translator, options)
        try:
            if options.translator == EXACT:
                return max(status, formalize_all(chains, options.out, resume=options.resume))
            tasks = tasks_of(chains, wanted, examined_facts)
            there = _there(options.out, tasks) if options.resume else {}
            before = {(task.chain.id, task.sample): there[_place(task)] for task in tasks if _place(task) in there}
            with Kept(options.answers or default_file()) as kept:
                ask_all = partial(_batch if _by_batch(options) else live, wanted=wanted, options=options, kept=kept)
                run = Run()
                run.done = in_turn(tasks, lambda turn: run.add(ask_all(turn)), leaves_open, before)
            if _by_batch(options):
                _write_requests(run, options)
        except (ModelUnavailable, NotKept, OSError) as error:
            return max(status, complained(error))
        _write(options.out, tasks, there, run.done)
        tell(run, len(before))
    return max(status, run.status)


def complained(error: Exception) -> int:
    """Say why nobody can be asked, and return the exit status that it makes."""
    complain(str(error))
    return BAD_INPUT if isinstance(error, ModelUnavailable) and error.usage else INFRASTRUCTURE


def wanted_of(spec: str, options: Asking) -> Wanted:
    """Return who translates and how, by the options."""
    heat = None if options.temperature < 0 else options.temperature
    manner = Manner(heat, options.answer_tokens, options.structured)
    patience = Patience(options.seconds, options.attempts)
    return Wanted(spec, options.samples, manner, options.mode, options.context, options.url, patience)


def live(tasks: Sequence[Task], wanted: Wanted, options: Asking, kept: Kept) -> Run:
    """Ask the model, and return what came of it.

    Raises:
        ModelUnavailable: where there is no such model.
        NotKept: where the file of answers breaks.
    """
    if options.offline:
        found = round_of(map(translation, tasks), kept)
        return Run(found.done, found.waiting, INFRASTRUCTURE if found.waiting else OK)
    if not tasks:
        return Run()
    prices = Prices(options.price_read, options.price_written)
    spent = Spent(prices, options.most_tokens, options.most_money)
    desk = Desk(language_model(wanted.spec, wanted.url, wanted.patience), kept, spent, options.concurrency)
    with ticking("translating", len(tasks)) as tick:
        done = ask([translation(task) for task in tasks], desk, lambda one: tick())
    for line in spent.told():
        complain(f"{wanted.spec}: {line}")
    status = BAD_INPUT if desk.lost is not None and desk.lost.usage else OK
    lost = any(one.chain is None for one in done)
    return Run(done, status=max(status, INFRASTRUCTURE if lost else OK))


def _by_batch(options: TranslateOptions) -> bool:
    return options.requests is not None or bool(options.responses)


def _batch(tasks: Sequence[Task], wanted: Wanted, options: TranslateOptions, kept: Kept) -> Run:
    """One round: take what came back."""
    taken = _taken(tasks, options, kept)
    found = round_of(map(translation, tasks), kept)
    lost = any(one.chain is None for one in found.done)
    return Run(found.done, found.waiting, max(taken, INFRASTRUCTURE if lost else OK))


def _write_requests(run: Run, options: TranslateOptions) -> None:
    """Write what is to be asked next."""
    if options.requests is not None:
        write_requests(options.requests, run.waiting)
        complain(_next(len(run.waiting), options.requests))
    elif run.waiting:
        complain(f"{len(run.waiting)} requests are open: give --requests FILE for another round")


def _taken(tasks: Sequence[Task], options: TranslateOptions, kept: Kept) -> int:
    """Take the answers of every file, round after round while they lead on, and return the exit status."""
    status, faults = OK, dict[str, None]()
    known = -1
    while options.responses:
        waiting = round_of(map(translation, tasks), kept).waiting
        found = take_responses(options.responses, waiting, kept)
        faults |= dict.fromkeys(found.faults)
        if not found.taken or len(waiting) == known:
            break
        known = len(waiting)
    for fault in list(faults)[:MOST_TOLD]:
        complain(fault)
        status = BAD_INPUT
    return status


def _next(waiting: int, path: Path) -> str:
    if not waiting:
        return f"nothing is left to ask: {path} is empty"
    return (
        f"{waiting} requests are in {path}: have them answered, and run this again with --responses FILE "
        "(and --requests for the round after: chains over their problems, and what the linter sends back)"
    )


def read_chains(sources: Sources) -> tuple[list[Chain], int]:
    """Return the chains of inputs, each id once, and the exit status that they call for."""
    status, found = OK, []
    for item in sources.items(standard_input()):
        if isinstance(item, Bad):
            complain(str(item))
            status = BAD_INPUT
        else:
            found.append(item)
    chains, doubles = told_doubles(found)
    return chains, max(status, doubles)


def told_doubles(chains: Sequence[Chain]) -> tuple[list[Chain], int]:
    """Return the chains, each id once, and the exit status of the ids that stand for two texts, which is said."""
    found, doubles = without_doubles(chains)
    for id in doubles[:MOST_TOLD]:
        complain(f"{id}: this id stands for two texts, and the first is translated")
    return found, BAD_INPUT if doubles else OK


Place = tuple[str, str, str, str]
"""A translation: the chain's id, and its author: name, prompt, sample."""


def _place(task: Task) -> Place:
    return task.chain.id or "", task.by.name, task.by.prompt, task.by.sample


def _there(out: Path, tasks: Sequence[Task]) -> dict[Place, FormalChain]:
    """The translations of these tasks that stand in a file, of the same text."""
    if not out.exists():
        return {}
    texts = {_place(task): (task.chain.problem, tuple(s.text for s in task.chain.steps)) for task in tasks}
    found = {}
    for read in read_file(out):
        one = read.chain
        if one is not None:
            place = (one.id, one.by.name, one.by.prompt, one.by.sample)
            if texts.get(place) == (one.problem, one.steps_text):
                found[place] = one
    return found


def _write(out: Path, tasks: Sequence[Task], there: Mapping[Place, FormalChain], done: Sequence[Translated]) -> None:
    made = {_place(one.task): one.chain for one in done if one.chain is not None} | dict(there)
    write_file(out, [made[_place(task)] for task in tasks if _place(task) in made])


def tell(run: Run, before: int = 0) -> None:
    """Say what came of a run, and of which chains there is no translation."""
    lost = [one for one in run.done if one.chain is None]
    for one in lost[:MOST_TOLD]:
        complain(f"{one.task.chain.id}, sample {one.task.sample}: not translated: {one.why}")
    made = len(run.done) - len(lost)
    once = sum(one.at_once for one in run.done)
    unsaid = sum(len(one.unsaid) for one in run.done)
    told = f"{made} translations, {once} of them passed the linter at once, {unsaid} statements left unsaid"
    more = [f"{before} there already"] if before else []
    doubtful = {(one.task.chain.problem, one.task.sample): one for one in run.done if one.examined}
    for one in list(doubtful.values())[:MOST_TOLD]:
        complain(
            f"{one.task.chain.id}, sample {one.task.sample}: the problem's translation is doubtful: {one.examined[0]}"
        )
    more += [f"{len(doubtful)} translations of problems are doubtful"] if doubtful else []
    more += [f"{len(lost)} failed"] if lost else []
    more += [f"{len(run.waiting)} requests not answered yet"] if run.waiting else []
    complain("; ".join((told, *more)))
