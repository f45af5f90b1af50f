"""Z3 as a proposer: points at which a claim fails, and the premises that settle it. What it says is never believed."""
