class Group1 (α : Type) where
  op : α → α → α
  one : α
  unit : ∀ a, op a one = a
theorem target {α : Type} [Group1 α] (a : α) : Group1.op (Group1.one) a = a := by
  sorry
