"""Metrics of step scores and verdicts, with their definitions, sources and intervals."""
