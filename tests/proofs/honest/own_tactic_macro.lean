-- status: accepted
--- challenge ---
theorem target (a b c : Nat) (h : a < b) (k : b < c) : a + 1 < c := by
  sorry
--- candidate ---
macro "arith" : tactic => `(tactic| first | omega | simp)

theorem target (a b c : Nat) (h : a < b) (k : b < c) : a + 1 < c := by
  arith
