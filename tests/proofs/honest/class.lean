-- status: accepted
--- challenge ---
class Semi (α : Type) where
  op : α → α → α
  assoc : ∀ a b c, op (op a b) c = op a (op b c)

theorem target {α : Type} [Semi α] (a b c d : α) :
    Semi.op (Semi.op (Semi.op a b) c) d = Semi.op a (Semi.op b (Semi.op c d)) := by
  sorry
--- candidate ---
class Semi (α : Type) where
  op : α → α → α
  assoc : ∀ a b c, op (op a b) c = op a (op b c)

instance : Semi Nat := ⟨(· + ·), Nat.add_assoc⟩

theorem target {α : Type} [Semi α] (a b c d : α) :
    Semi.op (Semi.op (Semi.op a b) c) d = Semi.op a (Semi.op b (Semi.op c d)) := by
  rw [Semi.assoc, Semi.assoc]
