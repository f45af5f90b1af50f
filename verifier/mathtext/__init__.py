"""Formulas in text: characters, numerals, the scanner, and the lists of words and signs."""
