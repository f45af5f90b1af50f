"""Deciding one translation: every statement of every step, from what stands before it."""
