prelude
inductive Nat where | zero
theorem target (n : Nat) : n * n = n := rfl
