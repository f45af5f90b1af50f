"""The text of Lean proofs, made of the claim, the name of a tactic and what the proof stores."""
