"""Asking models: who is asked, within which budget, and what was answered before; whatever the question is."""
