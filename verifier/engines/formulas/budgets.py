"""How much the search for a proof of a formula may do: counted, so that it ends at the same place on any machine."""

from dataclasses import dataclass
from fractions import Fraction

MAX_LEAVES = 120  # most claims that the leaves' engines are asked about for one formula
MAX_READINGS = 240  # most readings of formulas at places that are sought for one formula
MAX_ATTEMPTS = 50  # most attempts beyond shapes and leaves for one reading of a formula
MAX_FURTHER = 40  # most leaves that are asked about in these attempts
PROVING = Fraction(2, 3)  # most of the work for one claim that is done for a proof, before a refutation is sought
READING = 60  # steps of a reading that is sought, besides what is done for it
ATTEMPT = 50  # likewise of a rule that is tried
LEAF = 450  # steps of a claim that the engines of leaves are asked about
MAX_DEPTH = 12  # deepest nesting of rules that is tried
MAX_DISJUNCTIONS = 3  # most hypotheses that are parted into cases, one inside the other


@dataclass(frozen=True, slots=True)
class Budget:
    """Steps of work for one claim; a step takes about five microseconds.

    ``latest``: with the premises that were stated last; ``few``: with how many of those that are tied to it most
    closely, and for how much work; ``models``: to find two models in which it is not the same, if any. ``deep``:
    whether more is tried than shapes, leaves and evaluation, and more than the premises that were stated last;
    ``forced``: whether values that hypotheses force are put in their places before leaves are asked; ``points``: at how
    many a quantified formula is evaluated; ``ending``: steps to find a model of what a proof rests on.
    """

    steps: int
    latest: int
    few: tuple[tuple[int, int], ...] = ()
    models: int = 0
    deep: bool = True
    forced: bool = True
    points: int = 240
    ending: int = 200_000


FULL = Budget(150_000, 15_000, ((2, 5_000), (5, 20_000), (10, 40_000)), 50_000)
SHALLOW = Budget(8_000, 0, deep=False, points=80)
"""For what a claim needs no search for: tried first, since a search that finds nothing takes most of the work."""
QUICK = Budget(8_000, 4_000, deep=False, forced=False, points=80, ending=5_000)
"""For readings that state much, of which little is decided by more than a leaf."""

NO_MORE_LEAVES = f"more than {MAX_LEAVES} leaves, or {MAX_FURTHER} in attempts"
