"""Final answers: found in a text, read, and compared."""
