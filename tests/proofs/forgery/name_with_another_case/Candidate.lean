theorem Target (n : Nat) : n = n := rfl
