local notation (priority := high) "Nat" => Unit
theorem target (n : Nat) : n = n := rfl
