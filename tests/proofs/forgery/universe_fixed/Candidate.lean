theorem target (α : Type) (a : α) : a = a := rfl
