theorem target (n sorryCount axioms : Nat) (h : n = sorryCount + axioms) : n - axioms = sorryCount := by
  sorry
