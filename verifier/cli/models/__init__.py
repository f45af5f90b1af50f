"""The commands that measure, make and audit what judges."""
