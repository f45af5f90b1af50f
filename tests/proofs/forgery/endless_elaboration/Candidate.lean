macro_rules | `(tactic| omega) => `(tactic| omega; omega)
theorem target (n : Nat) : n * n = n := by
  omega
