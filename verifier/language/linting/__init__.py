"""What is strange in a translation, rule by rule; nothing here decides whether a statement holds."""
