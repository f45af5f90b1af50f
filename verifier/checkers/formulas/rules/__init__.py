"""The rules of structural proofs, a subject a module (trusted)."""
