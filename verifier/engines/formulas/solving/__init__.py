"""Equations and inequalities solved for their letters."""
