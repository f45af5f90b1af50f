theorem target (n : Nat) (h : n * n = n := by assumption) : n * n = n := h
