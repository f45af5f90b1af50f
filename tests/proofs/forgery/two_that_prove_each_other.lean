-- why: a circle of two theorems
-- status: rejected
-- rules: elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
mutual
theorem helper (n : Nat) : n * n = n := target n
theorem target (n : Nat) : n * n = n := helper n
end
