"""The texts of Lean proofs that are ever tried. Untrusted: Lean checks each of them."""
