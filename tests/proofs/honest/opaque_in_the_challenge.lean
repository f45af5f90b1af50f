-- status: accepted
--- challenge ---
opaque secret : Nat

theorem target : secret = secret + 0 := by
  sorry
--- candidate ---
opaque secret : Nat

theorem target : secret = secret + 0 := rfl
