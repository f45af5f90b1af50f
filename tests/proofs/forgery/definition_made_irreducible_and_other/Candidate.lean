def double : Nat → Nat
  | 0 => 0
  | n + 1 => double n + 3

theorem target (n : Nat) : double n = 3 * n := by
  induction n with
  | zero => rfl
  | succ n ih => simp [double, ih]; omega
