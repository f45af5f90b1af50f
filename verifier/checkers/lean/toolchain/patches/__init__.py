"""Patches of the packaged Lean: its runtime, its library, the code that it keeps."""
