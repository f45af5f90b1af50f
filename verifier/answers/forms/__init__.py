"""Forms of answers: what their texts denote, kind by kind."""
