local instance (priority := high) : LT Nat := ⟨fun _ _ => True⟩
theorem target (n : Nat) : n + 1 < n := trivial
