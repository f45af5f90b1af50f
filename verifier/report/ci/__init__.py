"""Outcomes as CI systems and editors read them."""
