"""Formulas: structural proofs are sought here, and checked elsewhere."""
