-- why: an unproved fact in the middle of a proof
-- status: rejected
-- rules: sorry, elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n * n = n := by
  have h : n ≤ 1 := by sorry
  omega
