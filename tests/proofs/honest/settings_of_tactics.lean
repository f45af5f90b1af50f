-- status: accepted
--- challenge ---
theorem target (a b c : Nat) (h : a + b = b + a → c = a) : c + (b + a) = a + (b + a) := by
  sorry
--- candidate ---
theorem target (a b c : Nat) (h : a + b = b + a → c = a) : c + (b + a) = a + (b + a) := by
  have k : a + b = b + a := by
    rw (occs := .pos [1]) [Nat.add_comm]
  have l : c = a := h k
  simp (config := { maxSteps := 1000, decide := true }) +arith (maxSteps := 2000) only [l]
