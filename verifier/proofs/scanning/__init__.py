"""What a candidate's text says before Lean sees it."""
