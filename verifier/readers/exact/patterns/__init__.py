"""Quantities that are described in words: ``the greatest common divisor of 84 and 126 is 42``."""
