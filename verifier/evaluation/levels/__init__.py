"""Levels of front ends: what translations and the exact reading are worth on labelled chains."""
