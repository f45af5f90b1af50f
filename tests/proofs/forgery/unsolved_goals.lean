-- why: one case of two is proved
-- status: rejected
-- rules: elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n * n = n := by
  cases n with
  | zero => rfl
  | succ n => skip
