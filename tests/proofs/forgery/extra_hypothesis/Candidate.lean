theorem target (n : Nat) (h : n ≤ 1) : n * n = n := by
  match n, h with
  | 0, _ => rfl
  | 1, _ => rfl
