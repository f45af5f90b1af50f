"""Re-readings: what else the characters of a refuted equation of numbers may say."""
