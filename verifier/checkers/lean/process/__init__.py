"""What is asked of a running Lean, and what it answers."""
