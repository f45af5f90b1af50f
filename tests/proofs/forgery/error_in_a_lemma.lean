-- why: a lemma with an error is still there for the target to use
-- status: rejected
-- rules: elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem helper (n : Nat) : n * n = n := by
  omega

theorem target (n : Nat) : n * n = n := helper n
