"""The kernel: terms, claims, an exact evaluator and the one door through which verdicts come. Standard library only."""
