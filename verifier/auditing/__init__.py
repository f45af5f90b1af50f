"""Audits of process reward models by proved minimal pairs."""
