-- why: the warning of sorry is switched off
-- status: rejected
-- rules: sorry, refused-construct
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
set_option warn.sorry false
theorem target (n : Nat) : n * n = n := by
  sorry
