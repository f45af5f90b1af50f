"""Published process reward models, each with its own layout."""
