-- status: accepted
--- challenge ---
structure Even' where
  half : Nat

instance : Coe Even' Nat := ⟨fun e => 2 * e.half⟩

theorem target (e : Even') : (e : Nat) % 2 = 0 := by
  sorry
--- candidate ---
structure Even' where
  half : Nat

instance : Coe Even' Nat := ⟨fun e => 2 * e.half⟩

theorem target (e : Even') : (e : Nat) % 2 = 0 := by
  simp
