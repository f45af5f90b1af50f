/-- The sum of the first `n` odd numbers. -/
def oddSum : Nat → Nat
  | 0 => 0
  | n + 1 => oddSum n + (2 * n + 1)

theorem oddSum_eq (n : Nat) : oddSum n = n * n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    have square : (n + 1) * (n + 1) = n * n + (2 * n + 1) := by
      rw [Nat.mul_add, Nat.add_mul]
      omega
    rw [oddSum, ih, square]
