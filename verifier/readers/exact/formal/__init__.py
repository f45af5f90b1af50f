"""The exact reader as a front end: what it reads of a chain, in the formal language. It decides nothing."""
