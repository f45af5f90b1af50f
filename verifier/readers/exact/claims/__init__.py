"""Formulas to claims: premises, definitions, what earlier steps said."""
