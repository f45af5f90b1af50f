"""Marks of final answers: where a text says what it arrives at."""
