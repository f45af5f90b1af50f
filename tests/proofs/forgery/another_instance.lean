-- why: an instance that makes the order trivial
-- status: rejected
-- rules: definition-changed
--- challenge ---
structure Price where
  cents : Nat
instance : LE Price := ⟨fun a b => a.cents ≤ b.cents⟩
theorem target (a b : Price) : a ≤ b := by
  sorry
--- candidate ---
structure Price where
  cents : Nat
instance : LE Price := ⟨fun _ _ => True⟩
theorem target (a b : Price) : a ≤ b := trivial
