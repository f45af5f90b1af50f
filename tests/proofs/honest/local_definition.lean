-- status: accepted
--- challenge ---
theorem target (n : Nat) : n * (n + 1) % 2 = 0 := by
  sorry
--- candidate ---
def parity (n : Nat) : Nat := n % 2

theorem parity_step (n : Nat) : parity (n * (n + 1)) = 0 := by
  unfold parity
  rcases Nat.mod_two_eq_zero_or_one n with h | h
  · rw [Nat.mul_mod, h]
    simp
  · have : (n + 1) % 2 = 0 := by omega
    rw [Nat.mul_mod, this]
    simp

theorem target (n : Nat) : n * (n + 1) % 2 = 0 := by
  have h := parity_step n
  unfold parity at h
  exact h
