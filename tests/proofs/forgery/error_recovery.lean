-- why: Lean puts sorry where a tactic fails, and goes on
-- status: rejected
-- rules: elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n * n = n := by
  exact (1 : Nat)
