"""Formulas, proofs and models that tests share, and a second way of finding what is true."""
