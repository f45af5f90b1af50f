"""Process reward models."""
