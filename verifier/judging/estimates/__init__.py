"""Scores of steps: from a model and from exact verdicts, calibrated."""
