-- why: a comment that is never closed swallows the theorem
-- status: rejected
-- rules: unterminated
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
/- The proof follows.
theorem target (n : Nat) : n * n = n := by
  omega
