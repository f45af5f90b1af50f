local instance (priority := high) : HAdd Nat Nat Nat := ⟨fun a _ => 3 * a⟩
def double (n : Nat) : Nat := n + n

theorem target (n : Nat) : double n = 3 * n := rfl
