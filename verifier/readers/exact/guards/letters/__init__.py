"""Guards about letters: what else they may stand for, and whether they commute."""
