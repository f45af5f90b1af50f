-- status: accepted
--- challenge ---
theorem target {α : Type} {r : α → α → Prop} (a b : α) (h : r a b) : Quot.mk r a = Quot.mk r b := by
  sorry
--- candidate ---
theorem target {α : Type} {r : α → α → Prop} (a b : α) (h : r a b) : Quot.mk r a = Quot.mk r b := Quot.sound h
