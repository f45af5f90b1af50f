-- why: a statement about another type
-- status: rejected
-- rules: statement-changed
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Fin 2) : n * n = n := by
  revert n
  decide
