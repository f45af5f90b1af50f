"""Formulas in other forms that say the same."""
