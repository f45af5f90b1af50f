def inner (n : Nat) : Nat := n
def outer (n : Nat) : Nat := inner n
theorem target (n : Nat) : outer n = n := rfl
