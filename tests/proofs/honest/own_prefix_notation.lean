-- status: accepted
--- challenge ---
theorem target (n : Nat) : (n + 1) * (n + 1) = n * n + 2 * n + 1 := by
  sorry
--- candidate ---
local notation "sq" => fun (n : Nat) => n * n

theorem target (n : Nat) : (n + 1) * (n + 1) = n * n + 2 * n + 1 := by
  have h : sq (n + 1) = sq n + 2 * n + 1 := by
    show (n + 1) * (n + 1) = n * n + 2 * n + 1
    rw [Nat.mul_add, Nat.add_mul]
    omega
  exact h
