"""Claims settled: which engines take them, what a step's operation leads to, what a program's run shows."""
