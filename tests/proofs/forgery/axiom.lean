-- why: an axiom that says everything
-- status: rejected
-- rules: refused-construct, axiom
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
axiom cheat : False

theorem target (n : Nat) : n * n = n := cheat.elim
