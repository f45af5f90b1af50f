"""The trusted checkers: each accepts or refuses a proof of a claim; nothing else decides what an exact verdict is."""
