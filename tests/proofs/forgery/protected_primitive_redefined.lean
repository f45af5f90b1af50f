-- why: an operation that the kernel computes by itself, redefined
-- status: rejected
-- rules: elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
def Nat.mul (a b : Nat) : Nat := a
theorem target (n : Nat) : n * n = n := rfl
