"""Polynomials in one letter: their calculus, roots, and what solves a condition (trusted)."""
