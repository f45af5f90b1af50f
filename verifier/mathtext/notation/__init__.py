"""Tokens to expressions: a stack machine of the notation, and the shapes of what it reads."""
