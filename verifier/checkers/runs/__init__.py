"""Runs of programs: what may run, in which sandbox, what is seen of it, and what that says of a claim."""
