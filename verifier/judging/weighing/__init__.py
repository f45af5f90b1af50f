"""What of settled claims counts for a step: standing guards, withheld refutations, slips, retractions, approvals."""
