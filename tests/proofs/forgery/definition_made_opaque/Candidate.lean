opaque five : Nat := 5
theorem target : ∃ n, n = five := ⟨five, rfl⟩
