"""The ledger: typed quantities of a problem and its steps, and what does not fit among them. Evidence; it settles
nothing."""
