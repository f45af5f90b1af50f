"""What a labelling run is asked to do, checked before anything is begun, and which rows it takes."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from verifier.intake.bad import Bad
from verifier.intake.example import plain_text
from verifier.intake.files.names import inputs
from verifier.intake.formats.registry import READERS
from verifier.intake.source import Numbered, numbered
from verifier.labelling.outputs.files import columns, digest
from verifier.labelling.outputs.writers import WRITERS, writer_of
from verifier.labelling.run_spec import RunSpec, versions
from verifier.labelling.translations import TranslationsUnavailable
from verifier.outputs import is_stream


class Refused(Exception):
    """A run that cannot begin, or cannot go on; ``str`` says why. ``broken``: the machine is at fault."""

    def __init__(self, message: str, *, broken: bool = False) -> None:
        super().__init__(message)
        self.broken = broken


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which rows are taken: the first ``limit``, or a sample of so many by ``seed``; of ``shards`` parts the part
    ``shard``, from 1."""

    limit: int | None = None
    seed: int | None = None
    shard: int = 1
    shards: int = 1


@dataclass(frozen=True, slots=True)
class LabellingRun:
    """A run: from these inputs to ``out``. ``processes`` None: as many as there are processors; ``license``: of what is
    written, by the hub's name of it, for the card."""

    names: Sequence[str]
    out: Path
    order: RunSpec
    chosen: Chosen = field(default_factory=Chosen)
    processes: int | None = None
    max_errors: int | None = None
    resume: bool = False
    overwrite: bool = False
    cached: bool = True
    keep_repeated: bool = False
    ray: str | None = None
    license: str | None = None


def taken(
    plan: LabellingRun, told: Callable[[str], None], wanted: Callable[[int], bool]
) -> Iterator[Numbered | tuple[int, Bad]]:
    """Yield the rows that the plan takes and that are ``wanted``. Raises: as ``numbered``."""
    chosen, reading = plan.chosen, plan.order.reading
    sample = None if chosen.seed is None or chosen.limit is None else set(_sample(plan))

    def mine(number: int) -> bool:
        return number % chosen.shards == chosen.shard - 1 if sample is None else number in sample

    # The limit counts rows before what is done already is left out, so that a resumed run takes the same ones.
    found = numbered(plan.names, reading, told, mine)
    for row in found if sample is not None else islice(found, chosen.limit):
        if wanted(row.number if isinstance(row, Numbered) else row[0]):
            yield row


def _sample(plan: LabellingRun) -> list[int]:
    """The numbers of a sample: by a hash of seed and number, so that it does not depend on how rows are read."""
    chosen = plan.chosen
    numbers = (
        number
        for row in numbered(plan.names, plan.order.reading)
        if (number := row.number if isinstance(row, Numbered) else row[0]) % chosen.shards == chosen.shard - 1
    )
    return heapq.nsmallest(
        chosen.limit or 0, numbers, key=lambda n: hashlib.blake2b(f"{chosen.seed}:{n}".encode()).digest()
    )


def check(plan: LabellingRun) -> None:
    """Refuse what cannot end well, before anything is begun. Raises: Refused, Unreadable."""
    order, chosen = plan.order, plan.chosen
    if order.to not in WRITERS:
        raise Refused(f"expected --to as one of {', '.join(WRITERS)}, got {order.to!r}")
    if order.reading.format is not None and order.reading.format not in READERS:
        raise Refused(f"expected --format as one of {', '.join(READERS)}, got {order.reading.format!r}")
    try:
        to = writer_of(order.to, lucky=order.policy.lucky)
        if plan.out.suffix == ".parquet":
            columns(to)
    except ValueError as error:
        raise Refused(f"{plan.out}: {error}") from error
    if not 1 <= chosen.shard <= chosen.shards:
        raise Refused(f"expected --shard i/n with i from 1 to n, got {chosen.shard}/{chosen.shards}")
    if chosen.seed is not None and chosen.limit is None:
        raise Refused("expected --limit with the seed: the size of the sample")
    if not order.formal.nobody:
        _check_formal(order)
    if order.certify and order.lean == "off":
        raise Refused("certify asks Lean for every certificate: add --lean auto or --lean require")
    try:
        if is_stream(plan.out) and plan.resume:
            raise Refused(f"{plan.out}: expected a file for --resume, not a stream: nothing can be read back from it")
    except OSError as error:
        raise Refused(f"{plan.out}: expected a file that can be written ({error.strerror})") from error
    if not plan.out.parent.is_dir():
        raise Refused(f"{plan.out}: expected a folder that exists, {plan.out.parent}")
    files = {Path(name).resolve() for name in inputs(plan.names, hub=True)}
    if plan.out.suffix in (".csv", ".tsv", ".xlsx"):
        raise Refused(f"{plan.out}: expected a name that ends in .jsonl, .jsonl.gz or .parquet")
    if plan.out.resolve() in files:
        raise Refused(f"{plan.out}: expected an output that is none of the inputs")


def _check_formal(order: RunSpec) -> None:
    """Refuse what translations have not, and files of them that cannot be read whole. Raises: Refused."""
    asked = {"certify": order.certify, "lean require": order.lean == "require"}
    if wrong := next((name for name, value in asked.items() if value), None):
        raise Refused(f"--{wrong} is not available with --formal and --given")
    try:
        order.formal.read()
    except TranslationsUnavailable as error:
        raise Refused(str(error)) from error


def fingerprint(plan: LabellingRun, model: str) -> dict[str, Any]:
    """Return what the output depends on: a run goes on with a journal only if it has the same. Raises: OSError."""
    chosen, order = plan.chosen, plan.order
    return {
        "inputs": [digest_of(name) for name in inputs(plan.names, hub=True)],
        "order": order.lasting.as_json(),
        "chosen": {"limit": chosen.limit, "seed": chosen.seed, "shard": f"{chosen.shard}/{chosen.shards}"},
        "repeated": "kept" if plan.keep_repeated else "skipped",
        "judged_by": order.judged_by(model),
        "versions": {
            **versions(order.lean),
            **({} if model == "none" else {"prm": model}),
        },
    }


def digest_of(name: str) -> dict[str, Any]:
    """Return what an input is known by: its name, and the SHA-256 of a file. Raises: OSError."""
    path = Path(name)
    return {"name": path.name, "sha256": digest(path)} if path.exists() else {"name": name, "sha256": None}


def difference(before: Any, now: Any) -> str:
    """Return in words how two fingerprints differ."""
    if isinstance(before, dict) and isinstance(now, dict):
        names = [key for key in {**before, **now} if before.get(key) != now.get(key)]
        return ", ".join(f"{n} was {plain_text(before.get(n))}, is {plain_text(now.get(n))}" for n in names)
    return "changed"
