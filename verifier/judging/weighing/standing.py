"""Which guards stand: all of them, unless one is switched off to measure what it is worth; and what was raised."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from verifier.mathtext.guards.guard import REGISTRY, Abstention, Blocks, Guard
from verifier.readers.exact.reading import Formula, Reading


@dataclass(slots=True)
class Standing:
    """What a judge asks before a guard counts. ``off``: the codes of guards and defeaters that do not count;
    ``every``: whether guards are asked after one was raised that is enough."""

    off: frozenset[str] = frozenset()
    every: bool = False
    raised: list[Abstention] = field(default_factory=list)

    def first(self, found: Iterable[Abstention]) -> Abstention | None:
        """Return the first that counts, None where there is none. What is raised is remembered."""
        counts: Abstention | None = None
        for one in found:
            self.raised.append(one)
            counts = counts or (None if one.code in self.off else one)
            if counts and not self.every:
                break
        return counts

    def all(self, found: Iterable[Abstention]) -> list[Abstention]:
        """Return those that count, each once; all are remembered."""
        known = list(dict.fromkeys(found))
        self.raised += known
        return [one for one in known if one.code not in self.off]

    def taken(self) -> tuple[Abstention, ...]:
        """Return what was raised since this was asked, each once."""
        found = tuple(dict.fromkeys(self.raised))
        self.raised.clear()
        return found

    def read(self, readings: Sequence[Reading]) -> list[Reading]:
        """Return the readings without the guards that do not count."""
        if not self.off:
            return list(readings)
        return [replace(one, formulas=tuple(map(self.formula, one.formulas))) for one in readings]

    def formula(self, formula: Formula) -> Formula:
        """Return the formula without the guards that do not count, and with those whose defeater does not."""
        if not self.off:
            return formula
        back = [one.abstention for one in formula.defeated if one.code in self.off]
        return replace(
            formula,
            doubts=tuple(one for one in formula.doubts if one.code not in self.off),
            qualms=self._left(formula.qualms, back, Blocks.REFUTATION),
            obstacles=self._left(formula.obstacles, back, Blocks.ACCUSATION),
            defeated=tuple(one for one in formula.defeated if one.code not in self.off),
        )

    def _left(self, found: Sequence[Abstention], back: Sequence[Abstention], blocks: Blocks) -> tuple[Abstention, ...]:
        again = [one for one in back if _blocks(one) is blocks]
        return tuple(one for one in (*found, *again) if one.code not in self.off)


def _blocks(one: Abstention) -> Blocks | None:
    known = REGISTRY.get(one.code)
    return known.blocks if isinstance(known, Guard) else None
