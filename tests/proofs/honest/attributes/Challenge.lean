def swap {α β : Type} (p : α × β) : β × α := (p.2, p.1)

theorem target {α β : Type} (p : α × β) : swap (swap p) = p := by
  sorry
