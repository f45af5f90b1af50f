-- why: sorry as the last resort of a combinator
-- status: rejected
-- rules: sorry
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n * n = n := by
  first | omega | simp | sorry
