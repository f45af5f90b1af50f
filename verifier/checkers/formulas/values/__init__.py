"""What expressions are worth, and what formulas say, where their letters have values (trusted)."""
