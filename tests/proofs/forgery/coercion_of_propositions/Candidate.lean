theorem target (n : Nat) : (decide True : Bool) := rfl
