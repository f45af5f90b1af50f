"""Judging formal chains: what a translation says is decided here, without a look at the text."""
