"""Formulas at points: what an expression is worth where its letters have rational values, and what a formula says."""
