"""What step scores and verdicts are worth: figures with their definitions, sources and intervals."""
