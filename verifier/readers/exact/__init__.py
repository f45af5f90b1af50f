"""Reading: text to steps to claims, with spans and roles, and the words left unread."""
