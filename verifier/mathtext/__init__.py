"""Formulas in text: characters, numerals, the scanner, notation with its guards, and the lists of words and signs."""
