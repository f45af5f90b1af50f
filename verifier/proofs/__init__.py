"""A gate for Lean proofs that a machine wrote."""
