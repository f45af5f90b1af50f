"""Guards: why a formula is not decided, not refuted, or not held against its step."""
