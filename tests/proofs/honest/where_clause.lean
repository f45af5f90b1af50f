-- status: accepted
--- challenge ---
theorem target (n : Nat) : 0 < n + 1 := by
  sorry
--- candidate ---
theorem target (n : Nat) : 0 < n + 1 := helper n
where
  helper (m : Nat) : 0 < m + 1 := Nat.succ_pos m
