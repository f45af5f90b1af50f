"""Formulas and terms as people read them: LaTeX and plain text."""
