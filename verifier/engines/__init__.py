"""Engines propose proofs; registered checkers accept or refuse them."""
