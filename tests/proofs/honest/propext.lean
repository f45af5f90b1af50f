-- status: accepted
--- challenge ---
theorem target (p q : Prop) (h : p ↔ q) : p = q := by
  sorry
--- candidate ---
theorem target (p q : Prop) (h : p ↔ q) : p = q := propext h
