theorem target (p q r : Prop) (hpq : p → q) (hqr : q → r) (hp : p) : r := by
  sorry
