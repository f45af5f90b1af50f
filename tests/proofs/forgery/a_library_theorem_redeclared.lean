-- why: a theorem of the library declared anew, as something else
-- status: rejected
-- rules: sorry, elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
theorem Nat.mul_comm (n m : Nat) : n * m = n := by
  sorry
theorem target (n : Nat) : n * n = n := Nat.mul_comm n n
