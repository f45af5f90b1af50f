-- why: an opaque constant whose value is an axiom
-- status: rejected
-- rules: refused-construct, axiom
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
axiom cheat (n : Nat) : n * n = n
opaque helper (n : Nat) : n * n = n := cheat n

theorem target (n : Nat) : n * n = n := helper n
