"""Small heads on what frozen models give, and the curve of what they learn."""
