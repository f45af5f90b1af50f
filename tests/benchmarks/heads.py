"""What heads on the default model learn: ``python tests/benchmarks/heads.py DATA... --plant-meaning RIGHT --keep KEPT``

DATA: chains whose first error people labelled; heads are measured on them. The teachers: ``--plant`` (right chains that
get planted errors), ``--plant-meaning`` (errors that hold locally), ``--answers`` (chains with known final answers),
``--formal`` with ``--texts`` (formal chains and the chains that they translate). ``--parts`` (principal parts of the
states) and ``--shares`` (of the problems) are repeatable. ``--keep`` keeps planted chains and states for the next run.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from verifier.estimators.own.layout import LongChain
from verifier.estimators.surprisal.surprisal import load
from verifier.evaluation.intake import drawn, labelled
from verifier.evaluation.marked import table
from verifier.processes import Scratch
from verifier.training.data import assemble
from verifier.training.data.examples import Example, until_error
from verifier.training.heads.curve import Measured, Row, Wanted, curve
from verifier.training.heads.frozen import Frozen, frozen, seen
from verifier.training.heads.head import Taught

NOTE = """\
Step AUC, of steps up to the first error, of linear heads on what the frozen model gives: what it says by itself, and
principal parts of its states. "above": in the mean, above what the model says by itself, with a 95% interval of
resampled chains. "pairs": how often the struck step of a planted pair held back is said to be the worse one."""


def _rows(options: argparse.Namespace, keep: Path) -> Iterator[Row]:
    gives = frozen(load())
    measured = _measured(gives, options, keep)
    teachers = {name: _taught(gives, examples, keep) for name, examples in _teachers(options, keep).items()}
    wanted = Wanted(options.parts, sorted({*options.shares, 1.0}), options.draws, options.seed)
    yield from curve(gives, teachers, measured, wanted)


def _measured(model: Frozen, options: argparse.Namespace, keep: Path) -> list[Measured]:
    found = labelled(options.data)
    for fault in found.faults:
        print(fault, file=sys.stderr)
    chains = [one for one in found.rows.values() if one.first_error is not None]
    chains = drawn(chains, options.limit, options.seed)
    if not chains:
        raise ValueError(f"{' '.join(options.data)}: expected chains whose first error is labelled")
    every = list(seen(model, [one.chain for one in chains], keep))
    rows = []
    for one, what in zip(chains, every, strict=True):
        error = -1 if one.first_error is None else one.first_error
        example = Example(one.problem, tuple(one.steps), until_error(len(one.steps), error))
        rows.append(Measured(one.subset, what, Taught(what, example), error))
    return rows


def _teachers(options: argparse.Namespace, keep: Path) -> dict[str, list[Example]]:
    """What each teacher knows; planted chains are kept."""
    most, seed = options.most, options.seed
    sources = {
        "planted errors": assemble.Sources(options.plant, most=most, seed=seed),
        "errors of meaning": assemble.Sources((), most=most, seed=seed, meaning=options.plant_meaning),
        "final answers": assemble.Sources((), options.answers),
    }
    found: dict[str, list[Example]] = {}
    for name, source in sources.items():
        if source.right or source.meaning or source.answered:
            place = keep / f"{name.replace(' ', '_')}.jsonl"
            if not place.exists():
                made = assemble.assemble(source)
                assemble.write(_some(made, most, seed) if source.answered else made, place)
            found[name] = assemble.load(place)
    if options.formal:
        found["formal chains"] = assemble.of_translations(options.formal, options.texts)
    return found


def _taught(model: Frozen, examples: Sequence[Example], keep: Path) -> list[Taught]:
    every = seen(model, [one.chain for one in examples], keep)
    return [Taught(what, one) for what, one in zip(every, examples, strict=True)]


@contextmanager
def _kept(options: argparse.Namespace) -> Iterator[Path]:
    """Give the folder of what is kept, which is taken away where none is named."""
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
        yield options.keep
        return
    with Scratch("bench") as folder:
        yield folder


def _cells(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    files = list(rows[0].files)
    found = [("head", "taught by", "share", "steps", *files, "mean", "above", "pairs")]
    for row in rows:
        low, high = row.interval
        pairs = "-" if row.pairs is None else f"{row.pairs[0]:.2f} of {row.pairs[1]}"
        found.append(
            (
                *(
                    row.head,
                    row.teacher,
                    f"{row.share:g}" if row.steps else "-",
                    f"{row.steps:,}" if row.steps else "-",
                ),
                *(f"{row.files[file]:.3f}" for file in files),
                *(f"{row.mean:.3f}", f"{row.above:+.3f} [{low:.3f}, {high:.3f}]", pairs),
            )
        )
    return found


def _some(examples: Sequence[Example], most: int, seed: int) -> list[Example]:
    return random.Random(seed).sample(list(examples), min(most, len(examples)))


def main() -> None:
    """Train, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="+")
    for name in ("--plant", "--plant-meaning", "--answers", "--formal", "--texts"):
        parser.add_argument(name, type=Path, action="append", default=[])
    parser.add_argument("--most", type=int, default=300, help="chains of each file to learn from")
    parser.add_argument("--limit", type=int, default=150, help="chains of each file to measure on")
    parser.add_argument("--parts", type=int, action="append")
    parser.add_argument("--shares", type=float, action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bootstrap", dest="draws", type=int, default=300)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    options.parts, options.shares = options.parts or [8], options.shares or [1.0]
    with warnings.catch_warnings(), _kept(options) as keep:
        warnings.simplefilter("once", LongChain)
        rows = list(_rows(options, keep))
    if options.json:
        for row in rows:
            print(json.dumps(asdict(row)))
    else:
        print("\n".join([*table(_cells(rows)), "", *NOTE.splitlines()]))


if __name__ == "__main__":
    main()
