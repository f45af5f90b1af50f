"""What each guard of the exact reading prevents and costs: ``python tests/benchmarks/guards.py DATA... [--json]``

DATA: labelled chains, as JSON lines, gzipped or not; ``--limit N`` takes the first N chains of each file. The script
switches a guard off, judges the chain again and counts the steps whose judgement changes. *Last*: all other guards are
on, so the count is what the guard adds to them. *Alone*: all others are off. Engines decide each claim once.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from verifier.chain import Chain
from verifier.evaluation.benchmarks.exact import rows, truth_of
from verifier.judging.judge import Judge
from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim
from verifier.judging.settling.portfolio import LineUp
from verifier.judging.weighing.standing import Standing
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import Refuted, Verdict
from verifier.mathtext.guards.guard import REGISTRY, Blocks, Guard
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.guards.registered import registered
from verifier.readers.exact.reading import Reading

ALL: Final = frozenset[str]()


@dataclass(slots=True)
class Worth:
    """What switching one guard off changed: steps that are then accused or approved, by whether they are right."""

    accused: Counter[bool] = field(default_factory=Counter)
    approved: Counter[bool] = field(default_factory=Counter)

    def count(self, before: Sequence[bool | None], after: Sequence[bool | None], truth: Sequence[bool | None]) -> None:
        """Add what changed between two judgements of a chain's steps, of those whose truth is known."""
        for was, now, right in zip(before, after, truth, strict=True):
            if right is not None and was is not now:
                self.accused[right] += (now is False) - (was is False)
                self.approved[right] += (now is True) - (was is True)

    @property
    def figures(self) -> tuple[int, int, int, int]:
        """Accusations of right steps prevented and of wrong ones lost, approvals of wrong steps prevented and of right
        ones lost. What a defeater brings back counts below zero."""
        return self.accused[True], self.accused[False], self.approved[False], self.approved[True]


@dataclass(slots=True)
class GuardTally:
    """What was counted over some files: ``fired`` by code, the steps in which it was raised or took something back."""

    chains: int = 0
    steps: Counter[bool] = field(default_factory=Counter)
    fired: Counter[str] = field(default_factory=Counter)
    last: dict[str, Worth] = field(default_factory=lambda: {one.code: Worth() for one in registered()})
    alone: dict[str, Worth] = field(default_factory=lambda: {one.code: Worth() for one in registered()})


class _Remembering(LineUp):
    """A line-up that asks its engines of each claim once."""

    def __init__(self) -> None:
        super().__init__("off", 60.0)
        self._known: dict[tuple[Claim, bool], tuple[Verdict, str | None]] = {}

    def forget(self) -> None:
        """Begin another chain."""
        self._known.clear()

    def settled(self, claim: Claim, asserted: bool) -> tuple[Verdict, str | None]:
        found = self._known.get((claim, asserted))
        if found is None:
            found = self._known[claim, asserted] = super().settled(claim, asserted)
        return found


class _Switching(Judge):
    """A judge that judges one chain many times, with guards switched off."""

    def __init__(self) -> None:
        super().__init__("off")
        self.lineup: _Remembering = _Remembering()
        self._chain: Chain | None = None
        self._read_once: tuple[Context, list[Reading]] | None = None

    def opened(self, chain: Chain) -> tuple[Context, list[Reading]]:
        if chain is not self._chain or self._read_once is None:
            self.lineup.forget()
            self._chain, self._read_once = chain, super().opened(chain)
        context, readings = self._read_once
        return deepcopy(context), readings

    def without(self, chain: Chain, off: frozenset[str]) -> JudgedChain:
        self.guards = Standing(off, every=True)
        return self.exactly(chain)


def bench_guards(
    path: Path, tally: GuardTally, limit: int | None = None, tick: Callable[[], None] = lambda: None
) -> None:
    """Add the labelled chains of one file to ``tally``, which is whole after each chain. Raises: OSError,
    ValueError."""
    judge = _Switching()
    for number, row in enumerate(rows(path)):
        if limit is not None and number >= limit:
            return
        chain = Chain.of(row["problem"], row["steps"], row.get("id"))
        labels = row.get("labels") or []
        truth = [truth_of(index, row.get("first_error"), labels) for index in range(len(chain.steps))]
        _count(judge, chain, truth, tally)
        tick()


def _count(judge: _Switching, chain: Chain, truth: Sequence[bool | None], tally: GuardTally) -> None:
    judged = judge.without(chain, ALL)
    fired = [set(_raised(step.raised, step.claims)) for step in judged.steps]
    known = any(right is not None for right in truth)
    for code in sorted(_matters(judged)) if known else ():
        tally.last[code].count(_told(judged), _told(judge.without(chain, frozenset({code}))), truth)
    everything = frozenset(REGISTRY)
    bare = judge.without(chain, everything) if known else judged
    for code in sorted(_matters(bare, judged)) if known and _told(bare) != _told(judged) else ():
        tally.alone[code].count(_told(judge.without(chain, everything - {code})), _told(bare), truth)
    tally.chains += 1
    tally.steps.update(right for right in truth if right is not None)
    tally.fired.update(code for codes in fired for code in codes)


def _raised(raised: Sequence[object], claims: Sequence[JudgedClaim]) -> Iterator[str]:
    found = (*raised, *(one for claim in claims for one in (*claim.raised, *claim.defeated)))
    yield from (str(getattr(one, "code", "")) for one in found)


def _matters(judged: JudgedChain, read: JudgedChain | None = None) -> set[str]:
    """The codes of what may change a judgement where it is switched off: obstacles only of what is refuted.

    ``read``: the same chain judged with all guards, which tells what its reading raises.
    """
    found: set[str] = set()
    for step, full in zip(judged.steps, (read or judged).steps, strict=True):
        found |= set(_raised((*step.raised, *full.raised), ()))
        for claim, same in zip_longest(step.claims, full.claims):
            codes = _raised((), [one for one in (claim, same) if one is not None])
            refuted = claim is not None and isinstance(claim.verdict, Refuted)
            found |= {code for code in codes if refuted or not _accuses(code)}
    return found


def _accuses(code: str) -> bool:
    one = REGISTRY[code]
    return isinstance(one, Guard) and one.blocks is Blocks.ACCUSATION


def _told(judged: JudgedChain) -> list[bool | None]:
    return [step.correct for step in judged.steps]


def figures(tally: GuardTally) -> Iterator[dict[str, str | int]]:
    """Yield the figures of each guard, in the order of their codes."""
    for one in registered():
        code = one.code
        names = ("accused_right", "accused_wrong", "approved_wrong", "approved_right")
        last = zip((f"last_{name}" for name in names), tally.last[code].figures, strict=True)
        alone = zip((f"alone_{name}" for name in names), tally.alone[code].figures, strict=True)
        kind = one.blocks.value if isinstance(one, Guard) else "defeats"
        yield {"code": code, "blocks": kind, "fired": tally.fired[code], **dict(last), **dict(alone)}


def table(tally: GuardTally) -> Table:
    """Return the figures of the guards that did something, as a table."""
    found = Table(box=None, pad_edge=False)
    for name in ("guard", "blocks", "fired"):
        found.add_column(name, justify="right" if name == "fired" else "left", no_wrap=True)
    for name in ("accused", "approved", "accused alone", "approved alone"):
        found.add_column(name, justify="right")
    for one in registered():
        code = one.code
        worth = (*tally.last[code].figures, *tally.alone[code].figures)
        if tally.fired[code] or any(worth):
            cells = [f"{prevented}/{lost}" for prevented, lost in zip(worth[::2], worth[1::2], strict=True)]
            found.add_row(
                code, one.blocks.value if isinstance(one, Guard) else "defeats", f"{tally.fired[code]:,}", *cells
            )
    return found


def _said(tally: GuardTally) -> str:
    """What the table is of, and what its columns are."""
    right, wrong = tally.steps[True], tally.steps[False]
    silent = [one.code for one in registered() if not tally.fired[one.code]]
    return (
        f"{tally.chains:,} chains, {right:,} right and {wrong:,} wrong steps. Accused: accusations of right steps "
        "prevented / of wrong steps lost; approved: approvals of wrong steps prevented / of right steps lost; while "
        "all other guards stay, and alone, while all others are off."
        + (f" Never fired: {', '.join(silent)}." if silent else "")
    )


def main() -> int:
    """Judge the chains, print what changes, and return the exit status: 2 if a file holds no labelled chains."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    status, tally = 0, GuardTally()
    for file in wanted.data:
        try:
            bench_guards(file, tally, wanted.limit)
        except (OSError, ValueError) as error:
            print(f"{file}: expected labelled chains: {error}", file=sys.stderr)
            status = 2
    if wanted.json:
        for row in figures(tally):
            print(json.dumps(row))
    else:
        console = Console(width=140)
        console.print(table(tally))
        console.print(_said(tally))
    return status


if __name__ == "__main__":
    sys.exit(main())
