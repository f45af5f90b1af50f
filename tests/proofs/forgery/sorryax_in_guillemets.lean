-- why: the axiom behind sorry, its name in quotation marks
-- status: rejected
-- rules: sorry
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n * n = n := «sorryAx» _ true
