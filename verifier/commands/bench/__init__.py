"""What each benchmark command does."""
