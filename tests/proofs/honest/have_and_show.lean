-- status: accepted
--- challenge ---
theorem target (p q r : Prop) (hpq : p → q) (hqr : q → r) (hp : p) : r := by
  sorry
--- candidate ---
theorem target (p q r : Prop) (hpq : p → q) (hqr : q → r) (hp : p) : r := by
  have hq : q := hpq hp
  show r
  exact hqr hq
