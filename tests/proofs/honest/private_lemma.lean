-- status: accepted
--- challenge ---
theorem target (a b c : Nat) : a * (b + c) = c * a + b * a := by
  sorry
--- candidate ---
private theorem helper (a b c : Nat) : a * (b + c) = a * b + a * c :=
  Nat.mul_add a b c

theorem target (a b c : Nat) : a * (b + c) = c * a + b * a := by
  rw [helper, Nat.mul_comm a b, Nat.mul_comm a c, Nat.add_comm]
