-- status: accepted
--- challenge ---
inductive Maybe (α : Type) where
  | none
  | some (value : α)

instance : Monad Maybe where
  pure := .some
  bind m f := match m with
    | .none => .none
    | .some a => f a

theorem target {α β : Type} (a : α) (f : α → Maybe β) : (pure a >>= f) = f a := by
  sorry
--- candidate ---
inductive Maybe (α : Type) where
  | none
  | some (value : α)

instance : Monad Maybe where
  pure := .some
  bind m f := match m with
    | .none => .none
    | .some a => f a

theorem target {α β : Type} (a : α) (f : α → Maybe β) : (pure a >>= f) = f a := rfl
