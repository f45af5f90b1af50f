"""Whole chains: what the problem gives, what the steps make of it, and whether the answer follows."""
