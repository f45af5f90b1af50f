"""Policies: what proposes next steps for chains. None of them judges."""
