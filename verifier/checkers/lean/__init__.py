"""The Lean checker: a proof of the statement that is rendered from the claim itself, by Lean's kernel."""
