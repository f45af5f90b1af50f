-- status: accepted
--- challenge ---
variable {α : Type} (f : α → α)

theorem target (h : ∀ x, f (f x) = x) (a b : α) (k : f a = f b) : a = b := by
  sorry
--- candidate ---
variable {α : Type} (f : α → α)

theorem target (h : ∀ x, f (f x) = x) (a b : α) (k : f a = f b) : a = b := by
  rw [← h a, ← h b, k]
