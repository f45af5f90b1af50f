-- why: a term that reads a file
-- status: rejected
-- rules: refused-construct, sorry
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
def secret := include_str "/etc/passwd"
theorem target (n : Nat) : n * n = n := by
  sorry
