-- why: a type that holds functions out of itself
-- status: rejected
-- rules: elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
inductive Bad where
  | mk : (Bad → False) → Bad
theorem target (n : Nat) : n * n = n := by
  omega
