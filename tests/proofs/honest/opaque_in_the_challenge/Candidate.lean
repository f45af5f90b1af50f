opaque secret : Nat

theorem target : secret = secret + 0 := rfl
