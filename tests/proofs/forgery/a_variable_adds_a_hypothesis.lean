-- why: a variable before the theorem becomes a hypothesis
-- status: rejected
-- rules: statement-changed
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
variable (h : ∀ n : Nat, n * n = n)
include h
theorem target (n : Nat) : n * n = n := h n
