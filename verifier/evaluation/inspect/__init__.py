"""Step verdicts in evaluations by inspect-ai (extra ``inspect``)."""
