-- why: a macro that expands to itself
-- status: rejected
-- rules: elaboration-error, limit, crash
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
macro_rules | `(tactic| omega) => `(tactic| omega; omega)
theorem target (n : Nat) : n * n = n := by
  omega
