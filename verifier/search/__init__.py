"""Better chains by means of the verdicts: choosing among attempts, and looking for more."""
