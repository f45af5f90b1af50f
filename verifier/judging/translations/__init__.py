"""Translations as they come in: read from files, joined with their chains, told apart."""
