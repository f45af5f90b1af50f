"""A Lean on this machine: found, installed, patched, and made ready."""
