-- why: a type of all types in a small universe
-- status: rejected
-- rules: elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
structure All : Type where
  type : Type
theorem target (n : Nat) : n * n = n := by
  omega
