-- status: accepted
--- challenge ---
theorem target {α : Type} (p : α → Prop) (h : ∃ x, p x) : p (Classical.choose h) := by
  sorry
--- candidate ---
theorem target {α : Type} (p : α → Prop) (h : ∃ x, p x) : p (Classical.choose h) := Classical.choose_spec h
