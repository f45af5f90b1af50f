"""A step checker for chains of reasoning, backed by formal verification."""

__version__ = "0.1.0"
