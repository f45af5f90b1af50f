"""What ``verifier translate`` does: chains into formal chains, by a model that is asked, by batches out and in, or by
rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Final

from verifier.asking.batch import round_of, take_responses, write_requests
from verifier.asking.budget import Cost, Prices, Spent
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
from verifier.language.write_chain import file_written
from verifier.readers.model.choose import Wanted, in_turn, tasks_of, without_doubles
from verifier.readers.model.translate import PER_TOKEN, WRITTEN, Task, Translated, translation
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain, output
from verifier.streams import standard_input

MOST_TOLD = 20
"""Most chains of which it is said by name what is wrong."""


BYTES: Final = 4
"""Bytes of a token, on average, in English with JSON."""

MANY: Final = 20
"""Translations from which on their cost is estimated before the first request."""

Place = tuple[str, str, str, str]
"""A translation: the chain's id, and its author: name, prompt, sample."""

Write = Callable[[Sequence[FormalChain]], None]
"""What adds translations to the output."""

BATCH: Final = 500
"""Chains that are translated and written at a time: the prompts and translations of so many are in memory at once."""


@dataclass(slots=True)
class Run:
    """What became of tasks: translations in their order, requests that were not sent, and the exit status."""

    done: list[Translated] = field(default_factory=list)
    waiting: dict[str, Request] = field(default_factory=dict)
    status: int = OK

    def add(self, other: Run) -> list[Translated]:
        """Add what became of further tasks, and return their translations."""
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
            with Kept(options.answers or default_file()) as kept, file_written(options.out) as write:
                if _by_batch(options):
                    run = in_batches(tasks, partial(_batch, options=options, kept=kept), write, there, len(tasks))
                    _write_requests(run, options)
                else:
                    run = asked_in_batches(tasks, wanted, options, kept, write, there)
        except (ModelUnavailable, NotKept, OSError) as error:
            return max(status, complained(error))
        tell(run, sum(_place(task) in there for task in tasks))
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


class Asker:
    """Asks a model for the translations of tasks, call after call within one budget."""

    def __init__(self, wanted: Wanted, options: Asking, kept: Kept, tick: Callable[[], None] = lambda: None) -> None:
        """Ask nothing yet. ``tick``: called when a task is done."""
        self._wanted, self._options, self._kept, self._tick = wanted, options, kept, tick
        self._prices = Prices(options.price_read, options.price_written)
        self._spent = Spent(self._prices, options.budget, options.most_money)
        self._lost: ModelUnavailable | None = None

    def __call__(self, tasks: Sequence[Task]) -> Run:
        """Return what became of tasks.

        Raises:
            ModelUnavailable: if there is no such model.
            NotKept: if the file of answers breaks.
        """
        if self._options.offline:
            found = round_of(map(translation, tasks), self._kept)
            return Run(found.done, found.waiting, INFRASTRUCTURE if found.waiting else OK)
        wanted = self._wanted
        model = language_model(wanted.spec, wanted.url, wanted.patience)
        desk = Desk(model, self._kept, self._spent, self._options.concurrency, self._lost)
        done = ask([translation(task) for task in tasks], desk, lambda one: self._tick())
        self._lost = desk.lost
        status = BAD_INPUT if desk.lost is not None and desk.lost.usage else OK
        lost = any(one.chain is None for one in done)
        return Run(done, status=max(status, INFRASTRUCTURE if lost else OK))

    def tell_cost(self, tasks: Sequence[Task]) -> None:
        """Report, before the first request, about how many tokens the first requests of tasks take."""
        if self._options.offline or len(tasks) < MANY:
            return
        cost = _cost(tasks, self._kept)
        if cost.requests:
            complain(f"{self._wanted.spec}: {cost.said(self._prices)}")
        over = None if self._options.budget is None else cost.tokens > self._options.budget
        if over:
            complain(f"that is more than the budget of {self._options.budget:,} tokens: some will not be asked")

    def tell_spent(self) -> None:
        """Report what the requests took."""
        if not self._options.offline:
            for line in self._spent.told():
                complain(f"{self._wanted.spec}: {line}")


def asked_in_batches(
    tasks: Sequence[Task],
    wanted: Wanted,
    options: Asking,
    kept: Kept,
    write: Write,
    there: Mapping[Place, FormalChain] | None = None,
) -> Run:
    """Ask a model for the translations of tasks, batch by batch. Raises: as ``in_batches``."""
    with ticking("translating", len(tasks)) as tick:
        asker = Asker(wanted, options, kept, tick)
        asker.tell_cost([task for task in tasks if _place(task) not in (there or {})])
        run = in_batches(tasks, asker, write, there)
    asker.tell_spent()
    return run


def _cost(tasks: Sequence[Task], kept: Kept) -> Cost:
    """Estimate what the first requests of tasks take, of those that have no kept answer."""
    keys, read, written = set[str](), 0, 0
    for task in tasks:
        request = next(translation(task))
        if task.sample < 2 and request.key not in keys and kept.find(request) is None:
            keys.add(request.key)
            read += request.most[0] // BYTES
            text = len(task.chain.problem) + (0 if task.shared else sum(len(one.text) for one in task.chain.steps))
            written += min(request.manner.tokens, WRITTEN * text // PER_TOKEN)
    return Cost(len(keys), read, written)


def in_batches(
    tasks: Sequence[Task],
    ask_all: Callable[[Sequence[Task]], Run],
    write: Write,
    there: Mapping[Place, FormalChain] | None = None,
    size: int = BATCH,
) -> Run:
    """Translate tasks and write their translations, batch by batch, in order.

    ``there``: translations that are known. ``size``: chains in a batch. The returned run has the counts of its
    translations, and no longer their chains.

    Raises:
        ModelUnavailable: if there is no such model.
        NotKept: if the file of answers breaks.
        OSError: if the output cannot be written.
    """
    run, there, begun = Run(), there or {}, 0
    for batch in _batches(tasks, size):
        if begun:
            complain(f"{begun:,} of {len(tasks):,} translations done")
        begun += len(batch)
        before = {(task.chain.id, task.sample): there[_place(task)] for task in batch if _place(task) in there}
        done = in_turn(batch, lambda turn: run.add(ask_all(turn)), leaves_open, before)
        made = {_place(one.task): one.chain for one in done if one.chain is not None} | dict(there)
        write([made[_place(task)] for task in batch if _place(task) in made])
        run.done += [one.without_chain for one in done]
    return run


def _batches(tasks: Sequence[Task], size: int) -> Iterator[list[Task]]:
    """Yield the tasks of ``size`` chains at a time."""
    batch, chains = list[Task](), 0
    for _, group in groupby(tasks, lambda task: task.chain.id):
        batch += group
        chains += 1
        if chains == size:
            yield batch
            batch, chains = [], 0
    if batch:
        yield batch


def _by_batch(options: TranslateOptions) -> bool:
    return options.requests is not None or bool(options.responses)


def _batch(tasks: Sequence[Task], options: TranslateOptions, kept: Kept) -> Run:
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
        complain(f"{id}: two texts have this id; only the first is translated")
    return found, BAD_INPUT if doubles else OK


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


def tell(run: Run, before: int = 0) -> None:
    """Say what came of a run, and of which chains there is no translation."""
    lost = [one for one in run.done if one.why]
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
