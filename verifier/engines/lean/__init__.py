"""Lean: statements rendered by us, proofs found by tactics, checked by Lean's kernel in a process of its own."""
