def same (b : Bool) : Bool := b

theorem target : same false = false := by
  sorry
