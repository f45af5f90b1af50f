"""Training low-rank additions to the first layers of the default model's language model."""
