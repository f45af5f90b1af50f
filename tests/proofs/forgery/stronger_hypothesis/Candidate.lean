theorem target (a b : Nat) (h : a + 1 < b) : a + 1 ≤ b := Nat.le_of_lt h
