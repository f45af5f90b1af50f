"""What the commands that make and audit process reward models do."""
