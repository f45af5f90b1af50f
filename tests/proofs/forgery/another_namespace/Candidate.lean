namespace Mine
theorem target (n : Nat) : n = n := rfl
end Mine
