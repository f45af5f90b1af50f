theorem halves (a b : Nat) (h : 2 * a + 2 * b = 10) : a + b = 5 ∧ a ≤ 5 := by
  have sum : a + b = 5 := by omega
  constructor
  · exact sum
  · have small : a < 5 := by omega
    exact Nat.le_of_lt small
