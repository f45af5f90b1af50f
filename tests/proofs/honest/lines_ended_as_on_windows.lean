-- status: accepted
--- challenge ---
theorem target (a b : Nat) (h : a < b) : a ≤ b := by
  sorry
--- candidate ---
/- a comment
   of two lines -/
theorem target (a b : Nat) (h : a < b) : a ≤ b := by
  -- less, so at most
  exact Nat.le_of_lt h
