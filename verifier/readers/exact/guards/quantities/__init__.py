"""Guards about quantities: shares, units, and what is rounded."""
