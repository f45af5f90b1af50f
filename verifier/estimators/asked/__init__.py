"""Estimators that ask: language models as critics, and process reward models behind a server."""
