-- status: accepted
--- challenge ---
theorem target (n : Nat) : n + 0 = n := by
  sorry
--- candidate ---
theorem target (n : Nat) : n + 0 = n := rfl

#check target
#print axioms target
