"""Finite worlds that a problem tells in words: who holds what, and what stands where. Read whole, or not at all."""
