private def double (n : Nat) : Nat := 3 * n

theorem target (n : Nat) : double n = 3 * n := rfl
