-- why: the theorem stands in a string
-- status: rejected
-- rules: missing-theorem
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
def text := "theorem target (n : Nat) : n * n = n := by omega"
