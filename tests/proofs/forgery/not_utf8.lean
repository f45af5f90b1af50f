-- why: bytes that are no text
-- status: rejected
-- rules: not-utf8
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n * n = n := by
  omega -- ÿþ
