"""Splitting: a solution's text to its steps, and a model's thinking apart from its answer."""
