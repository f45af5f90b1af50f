"""Files of every known kind, taken to rows."""
