-- status: accepted
--- challenge ---
theorem target (a b c d : Nat) (h : a = b) (k : b ≤ c) (l : c < d) : a < d := by
  sorry
--- candidate ---
theorem target (a b c d : Nat) (h : a = b) (k : b ≤ c) (l : c < d) : a < d := calc
  a = b := h
  _ ≤ c := k
  _ < d := l
