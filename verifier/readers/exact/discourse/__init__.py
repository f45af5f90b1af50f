"""Sentences: their relations, roles, modes, and what a text takes back."""
