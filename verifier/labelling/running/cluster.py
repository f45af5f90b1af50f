"""The same work on a Ray cluster: Ray Data reads the rows, and an actor on every node labels them as one machine does.

The inputs are read where the work is, so they must stand at the same place on every node; the journal and the output
are the driver's. Rows that were lost with a node are read and judged again elsewhere; what comes twice is kept once.
"""

from __future__ import annotations

import itertools
import json
import logging
import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from verifier.estimators.choose import chosen
from verifier.intake.bad import Bad
from verifier.intake.source import Numbered
from verifier.labelling.cache import CacheRefused, RecordCache
from verifier.labelling.run_spec import RunSpec
from verifier.labelling.running.journal import Done
from verifier.labelling.running.plan import Chosen, LabellingRun, Refused, taken
from verifier.labelling.running.workers import Heard, Rows, by_crew, crew
from verifier.labelling.shared.lean import SharedLean
from verifier.labelling.shared.prm_server import SharedPrm
from verifier.labelling.work import RowOutcome, Work

LOCAL = "local"
TOGETHER = 64  # rows that an actor gets at once, for each of its workers
BLOCK = 128  # rows that a reader makes known at once
BLOCK_BYTES = 256 << 10  # of a block that Ray moves about, and does again when it is lost
SLIGHT = 0.01  # processors that a task or an actor asks Ray for: an actor that lost its node must find room elsewhere


def on_ray(address: str, plan: LabellingRun, judged_by: str, done: Done, stack: ExitStack) -> Iterator[Heard]:
    """Return the outcomes of the plan's rows that are not ``done``, from the cluster at ``address``, as they come.

    ``local``: a cluster of this machine alone, for this run. Raises: Refused where there is no Ray, or no cluster.
    """
    ray = _ray(address, stack)
    nodes = [node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]
    told = _spelled(plan)
    rows = ray.data.read_datasource(
        _source(ray)(told, done.starts, done.ends), num_cpus=SLIGHT, override_num_blocks=max(2, len(nodes))
    )
    size = plan.processes or min((int(node["Resources"]["CPU"]) for node in nodes), default=1)
    outcomes = rows.map_batches(
        Station,
        fn_constructor_args=(told, judged_by, size),
        batch_size=TOGETHER * size,
        batch_format="pyarrow",
        compute=ray.data.ActorPoolStrategy(size=max(1, len(nodes)), max_tasks_in_flight_per_actor=2),
        num_cpus=SLIGHT,
    )
    return _heard(ray, outcomes)


def _heard(ray: Any, outcomes: Any) -> Iterator[Heard]:
    try:
        for batch in outcomes.iter_batches(batch_size=None, batch_format="pyarrow"):
            rows = batch.to_pylist()
            complaints = list(dict.fromkeys(text for row in rows for text in json.loads(row["complaints"])))
            yield [RowOutcome.from_json(row["outcome"]) for row in rows], complaints
    except ray.exceptions.RayError as error:
        why = str(error).strip().rpartition("\n")[2]
        raise Refused(
            f"the cluster gave up: {why:.300}; what is done is kept: go on with --resume", broken=True
        ) from error


def _ray(address: str, stack: ExitStack) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody was asked
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise Refused("expected the package 'ray' for --set ray=...: pip install 'step-verifier[ray]'") from error
    if not ray.is_initialized():
        quiet = {"log_to_driver": False, "logging_level": "error", "include_dashboard": False}
        if address != LOCAL:
            quiet.pop("include_dashboard")
        try:
            ray.init(address=address, **quiet)
        except (OSError, RuntimeError, ValueError) as error:
            raise Refused(f"{address}: expected a Ray cluster that can be reached ({error})", broken=True) from error
        stack.callback(ray.shutdown)
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.target_max_block_size = BLOCK_BYTES
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    return ray


def _spelled(plan: LabellingRun) -> str:
    """The plan as text, which means the same on another machine."""
    names = [str(Path(name).absolute()) if Path(name).exists() else name for name in plan.names]
    return json.dumps(
        {"names": names, "order": plan.order.as_json(), "chosen": asdict(plan.chosen), "cached": plan.cached}
    )


def _plan(told: str) -> LabellingRun:
    data = json.loads(told)
    order, chosen = RunSpec.from_json(data["order"]), Chosen(**data["chosen"])
    return LabellingRun(data["names"], Path(), order, chosen, cached=data["cached"])


def _source(ray: Any) -> Any:
    """The class of data sources that read a plan's rows: made here, because Ray is imported only when it is used."""
    from ray.data.block import BlockMetadata
    from ray.data.datasource import Datasource, ReadTask

    class Source(Datasource):  # type: ignore[misc]  # Ray has no types for us
        def __init__(self, told: str, starts: list[int], ends: list[int]) -> None:
            self._args = (told, starts, ends)

        def get_name(self) -> str:
            return "Chains"

        def estimate_inmemory_data_size(self) -> None:
            return None

        def get_read_tasks(self, parallelism: int, *more: Any, **others: Any) -> list[Any]:
            known = BlockMetadata(num_rows=None, size_bytes=None, exec_stats=None, input_files=None)
            args, parts = self._args, max(1, parallelism)
            return [ReadTask(lambda i=i: blocks(*args, i, parts), known) for i in range(parts)]

    return Source


def blocks(told: str, starts: list[int], ends: list[int], part: int, parts: int) -> Iterator[Any]:
    """Yield one of so many parts of a plan's rows that are not done, as Arrow tables. Raises: as ``taken``."""
    import pyarrow

    done = Done()
    done.starts, done.ends = starts, ends
    found = taken(_plan(told), lambda said: None, lambda number: number not in done)
    rows = itertools.islice(found, part, None, parts)
    while some := list(itertools.islice(rows, BLOCK)):
        yield pyarrow.Table.from_pylist([{"row": _sent(row)} for row in some])


def _sent(row: Numbered | tuple[int, Bad]) -> str:
    if isinstance(row, Numbered):
        return json.dumps(row.as_json(), default=str)
    number, bad = row
    return json.dumps([number, bad.where, bad.message, bad.id])


def _received(text: str) -> Numbered | tuple[int, Bad]:
    data = json.loads(text)
    return Numbered(*data) if len(data) == 5 else (data[0], Bad(*data[1:]))


class Station:
    """An actor: the workers of a node, with one Lean pool and one process reward model, as on a single machine."""

    def __init__(self, told: str, judged_by: str, size: int) -> None:
        """Start nothing but the model. Raises: LeanUnavailable, PrmUnavailable."""
        plan = _plan(told)
        order = plan.order
        self._stack = ExitStack()
        self._lean = self._stack.enter_context(SharedLean(order.lean))
        model = chosen(order.prm, order.placement)
        prm = self._stack.enter_context(SharedPrm(model))
        cache, self._complaints = _cache(plan)
        if self._lean.missing:
            self._complaints.append(f"a node goes on without Lean: {self._lean.missing}")
            order = replace(order, lean=self._lean.mode)
            cache = None  # whoever looks there expects what a judge with Lean said
        self._work = self._stack.enter_context(Work(order, judged_by, cache))
        as_told = json.dumps({"order": order.as_json(), "judged_by": judged_by, "cache": cache is not None})
        env = {**self._lean.env, **prm.env}
        self._crew = self._stack.enter_context(crew(as_told, size, order.timeout, env, together=self._work.together))

    def __call__(self, batch: Any) -> Any:
        """Return the outcomes of a batch of rows, with what was complained of."""
        import pyarrow

        rows: Rows = (_received(text) for text in batch["row"].to_pylist())
        told, self._complaints = self._complaints, []
        answers = []
        for outcomes, complaints in by_crew(self._crew, rows, self._work, self._lean.begin):
            told += complaints
            answers += [outcome.as_json() for outcome in outcomes]
        notes = [json.dumps(told), *["[]"] * (len(answers) - 1)]
        return pyarrow.table({"outcome": answers, "complaints": notes[: len(answers)]})


def _cache(plan: LabellingRun) -> tuple[RecordCache | None, list[str]]:
    if not plan.cached:
        return None, []
    try:
        return RecordCache(), []
    except CacheRefused as error:
        return None, [f"a node goes on without the cache: {error}"]
