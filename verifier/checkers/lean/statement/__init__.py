"""From a claim to the text of a Lean proposition."""
