"""The commands about a machine, and those that serve and show."""
