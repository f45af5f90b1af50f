"""Symbolic proofs: SymPy and linear algebra propose; canonical forms and rigorous balls (python-flint) check."""
