"""Scores from how surprising a language model finds a step."""
