-- why: an alternative that is always true
-- status: rejected
-- rules: statement-changed
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n * n = n ∨ True := Or.inr trivial
