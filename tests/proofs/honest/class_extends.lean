-- status: accepted
--- challenge ---
class Magma' (α : Type) where
  op : α → α → α
class Comm' (α : Type) extends Magma' α where
  comm : ∀ a b : α, op a b = op b a

instance : Comm' Nat where
  op := (· * ·)
  comm := Nat.mul_comm

theorem target {α : Type} [Comm' α] (a b c : α) : Magma'.op (Magma'.op a b) c = Magma'.op c (Magma'.op b a) := by
  sorry
--- candidate ---
class Magma' (α : Type) where
  op : α → α → α
class Comm' (α : Type) extends Magma' α where
  comm : ∀ a b : α, op a b = op b a

instance : Comm' Nat where
  op := (· * ·)
  comm := Nat.mul_comm

theorem target {α : Type} [Comm' α] (a b c : α) : Magma'.op (Magma'.op a b) c = Magma'.op c (Magma'.op b a) := by
  rw [Comm'.comm (Magma'.op a b) c, Comm'.comm a b]
