local instance (priority := high) : HMul Nat Nat Nat := ⟨fun a _ => a⟩
theorem target (n : Nat) : n * n = n := rfl
