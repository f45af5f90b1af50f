-- status: accepted
--- challenge ---
structure Iso (α : Type u) (β : Type v) where
  fn : α → β
  inv : β → α
  left : ∀ a, inv (fn a) = a
  right : ∀ b, fn (inv b) = b

def Iso.symm {α : Type u} {β : Type v} (f : Iso α β) : Iso β α := ⟨f.inv, f.fn, f.right, f.left⟩

theorem target {α : Type u} {β : Type v} (f : Iso α β) : f.symm.symm = f := by
  sorry
--- candidate ---
structure Iso (α : Type u) (β : Type v) where
  fn : α → β
  inv : β → α
  left : ∀ a, inv (fn a) = a
  right : ∀ b, fn (inv b) = b

def Iso.symm {α : Type u} {β : Type v} (f : Iso α β) : Iso β α := ⟨f.inv, f.fn, f.right, f.left⟩

theorem target {α : Type u} {β : Type v} (f : Iso α β) : f.symm.symm = f := rfl
