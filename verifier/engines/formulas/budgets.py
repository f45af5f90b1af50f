"""How much the search for a proof of a formula may do: counted, so that it ends at the same place on any machine."""

from fractions import Fraction

MAX_LEAVES = 120  # most claims that the leaves' engines are asked about for one formula
MAX_READINGS = 240  # most readings of formulas at places that are sought for one formula
MAX_ATTEMPTS = 50  # most attempts beyond shapes and leaves for one reading of a formula
MAX_FURTHER = 40  # most leaves that are asked about in these attempts
PROVING = Fraction(2, 3)  # most of the work for one claim that is done for a proof, before a refutation is sought
READING = 20  # steps of a reading that is sought, besides what is done for it
ATTEMPT = 50  # likewise of a rule that is tried
LEAF = 2000  # steps of a claim that the engines of leaves are asked about
MAX_DEPTH = 12  # deepest nesting of rules that is tried
MAX_DISJUNCTIONS = 3  # most hypotheses that are parted into cases, one inside the other

NO_MORE_LEAVES = f"more than {MAX_LEAVES} leaves, or {MAX_FURTHER} in attempts"
