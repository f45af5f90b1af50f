"""Text to tokens: characters, numerals, the scanner, steps."""
