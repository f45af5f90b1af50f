"""The guards on what is read of a run: the reasons not to decide it."""
