structure Price where
  cents : Nat
instance : LE Price := ⟨fun _ _ => True⟩
theorem target (a b : Price) : a ≤ b := trivial
