"""The front end that asks language models: whole chains into the formal language, and nothing of it is believed."""
