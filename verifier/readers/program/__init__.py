"""Reads what steps say of one run of a program: by rules, and without a model. It decides nothing."""
