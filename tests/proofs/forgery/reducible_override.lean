-- why: a definition of the library under an attribute of the candidate's
-- status: rejected
-- rules: elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
attribute [local simp] Nat.mul in
theorem target (n : Nat) : n * n = n := by
  simp
