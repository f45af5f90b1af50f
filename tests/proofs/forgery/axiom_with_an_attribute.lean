-- why: an axiom behind an attribute and a modifier
-- status: rejected
-- rules: refused-construct, axiom
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
@[simp] private axiom helper (n : Nat) : n * n = n

theorem target (n : Nat) : n * n = n := by
  simp
