"""Whole chains by their translations: proved, recorded, checked again."""
