"""Process reward models, trained without annotation."""
