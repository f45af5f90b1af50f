"""Rules of what has infinitely many cases (trusted): induction, terms of sums, angles by turns, members of sets."""
