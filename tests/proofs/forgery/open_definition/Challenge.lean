def answer : Nat := sorry
theorem target : answer * answer = 2 * answer := by
  sorry
