"""Translation of steps into claims by a language model. Nothing that a model says is believed."""
