"""Expressions of the formal language: scanned, parsed, typed by their binders, and written."""
