local instance (priority := high) (n : Nat) : OfNat Nat n := ⟨0⟩
theorem target : (2 : Nat) + 2 = 5 := rfl
