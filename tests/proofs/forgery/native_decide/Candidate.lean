def lie (n : Nat) : Bool := n == 1025
theorem target : 2 ^ 10 = 1025 := by
  native_decide
