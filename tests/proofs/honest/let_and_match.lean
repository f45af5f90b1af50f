-- status: accepted
--- challenge ---
theorem target (p : Nat × Nat) : let (a, b) := p; a + b = b + a := by
  sorry
--- candidate ---
theorem target (p : Nat × Nat) : let (a, b) := p; a + b = b + a := by
  match p with
  | (a, b) => exact Nat.add_comm a b
