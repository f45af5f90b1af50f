structure Price where
  cents : Nat
instance : LE Price := ⟨fun a b => a.cents ≤ b.cents⟩
theorem target (a b : Price) : a ≤ b := by
  sorry
