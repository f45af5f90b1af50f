"""What stands beside a model as it ships: thresholds by length, and what votes are worth."""
