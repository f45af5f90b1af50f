"""Chains in, judged chains out."""
