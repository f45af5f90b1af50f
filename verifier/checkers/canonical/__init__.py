"""The canonical checker: canonical forms of both sides, and combinations of premises."""
