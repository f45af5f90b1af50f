theorem target (a b : Nat) (h : a < b) : a ≤ b := Nat.le_of_lt h
