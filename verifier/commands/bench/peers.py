"""What ``verifier bench peers`` does: comparisons one after another, printed as they come, then written."""

from __future__ import annotations

import importlib.util
import os
import platform
import shlex
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from verifier.commands.options.bench import BenchPeersOptions
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.own.layout import LongChain
from verifier.evaluation.intake import drawn, labelled
from verifier.evaluation.marked import put
from verifier.intake.bad import Unreadable
from verifier.peers import tables
from verifier.peers.interleaved_timing import Comparison
from verifier.processes import ProcessLoss, processors
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain, infrastructure, output, warned

NAME = "peers"
SEED = 1
PARTS = {
    "answers": (("math_verify",), "bench"),
    "lean": ((), ""),
    "quality": (("sklearn",), "train"),
}
"""What is compared; the packages that it needs, and the extra that brings them."""


@dataclass(slots=True)
class _Found:
    """What was found so far: the lines of each section, and every comparison of speed."""

    lines: list[str] = field(default_factory=list)
    speeds: list[Comparison] = field(default_factory=list)

    def add(self, title: str, *lines: str) -> None:
        self.lines += [f"### {title}", "", *lines, ""]
        print("\n".join([f"### {title}", "", *lines, ""]), flush=True)


def run(options: BenchPeersOptions) -> int:
    """Compare, print, write where it was asked for, and return the exit status. Raises: SystemExit on an interrupt."""
    with output(options.write, options.quote), infrastructure() as broken, warned():
        if missing := _missing(_parts(options)):
            complain(missing)
            return INFRASTRUCTURE
        try:
            found, load = _Found(), os.getloadavg()[0]
            for part in _parts(options):
                _COMPARE[part](options, found)
            if found.speeds:
                found.add("Ratios", *tables.ratios(found.speeds))
            _write(options, found, load)
            return OK
        except (Unreadable, ValueError, OSError) as error:
            complain(str(error))
            return BAD_INPUT
        except ProcessLoss as error:
            complain(f"expected Lean to answer: {error}")
            return INFRASTRUCTURE
    return max(broken)


def _missing(parts: tuple[str, ...]) -> str:
    """What to install for the parts, or an empty text."""
    extras = sorted(
        {extra for part in parts for need, extra in [PARTS[part]] if not all(map(importlib.util.find_spec, need))}
    )
    return f"expected the packages of these extras: pip install 'step-verifier[{','.join(extras)}]'" if extras else ""


def _parts(options: BenchPeersOptions) -> tuple[str, ...]:
    """What is compared: what was asked for, everything without a wish."""
    return tuple(dict.fromkeys(options.only)) or tuple(PARTS)


def _answers(options: BenchPeersOptions, found: _Found) -> None:
    from verifier.peers.answers import beside_math_verify

    both = beside_math_verify(options.count, options.rounds)
    found.speeds += both.speeds
    found.add("Final answers beside Math-Verify", *tables.errors(both.tallies))
    found.add("Every pair on which the two disagree", *tables.disagreements(both.disagreements))


def _lean(options: BenchPeersOptions, found: _Found) -> None:
    from verifier.peers.lean import beside_drivers

    found.speeds.append(beside_drivers(options.count, max(1, options.count // 10), options.rounds))


def _quality(options: BenchPeersOptions, found: _Found) -> None:
    from verifier.peers.quality import beside_baselines

    if not options.data:
        raise PrmUnavailable("expected labelled chains (DATA) to measure quality on, or --only other parts", usage=True)
    chains = labelled(options.data)
    for fault in chains.faults:
        complain(str(fault))
    known = drawn([chain for chain in chains.rows.values() if chain.first_error is not None], options.limit, SEED)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LongChain)  # scored in windows, as ever
        rows = beside_baselines(known, options.draws, lambda: None)
    counts = ", ".join(f"{count:,} of {subset}" for subset, count in Counter(chain.subset for chain in known).items())
    said = f"{len(known):,} chains ({counts}); the threshold of each system is chosen on {known[0].subset}."
    found.add("Errors found, beside baselines", said, "", *tables.quality(rows))


_COMPARE: dict[str, Callable[[BenchPeersOptions, _Found], None]] = {
    "answers": _answers, "lean": _lean, "quality": _quality,
}  # fmt: skip


def _write(options: BenchPeersOptions, found: _Found, load: float) -> None:
    head = "\n".join(_head(options, load))
    if options.write is not None:
        put(options.write, NAME, "\n".join([head, "", *found.lines]))
    if options.quote is not None:
        put(options.quote, NAME, "\n".join([head, "", *tables.ratios(found.speeds), ""]))


def _head(options: BenchPeersOptions, load: float) -> Iterator[str]:
    words = ["--count", str(options.count), "--rounds", str(options.rounds), "--bootstrap", str(options.draws)]
    words += ["--limit", str(options.limit)] if options.limit else []
    parts = _parts(options)
    words += [word for part in parts for word in ("--only", part)] if len(parts) < len(PARTS) else []
    command = shlex.join(["verifier", "bench", NAME, *options.data, *words])
    yield (
        f"`{command}` on {processors()} processors ({platform.machine()}), all in one run; "
        f"the machine's load was {load:.0f} when it began. Ratios are medians of "
        f"{options.rounds} rounds, in which the ways took turns, with the least and the most; other intervals are at "
        "95%, by the bootstrap."
    )
