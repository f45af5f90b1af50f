-- status: accepted
--- challenge ---
universe u v

theorem target {α : Type u} {β : Type v} (f : α → β) (a b : α) (h : a = b) : f a = f b := by
  sorry
--- candidate ---
universe w z

theorem target {α : Type w} {β : Type z} (f : α → β) (a b : α) (h : a = b) : f a = f b := by
  subst h
  rfl
