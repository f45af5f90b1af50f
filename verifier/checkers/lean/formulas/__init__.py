"""Claims that are formulas, put to Lean: statements, proofs, and the checker of these."""
