"""Formats of data sets with labels: benchmarks with located errors, ratings, rollouts, preferences."""
