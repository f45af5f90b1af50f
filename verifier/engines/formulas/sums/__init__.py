"""Sums of multiples of comparisons that prove another, or contradict each other."""
