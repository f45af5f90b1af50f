theorem target (n : Nat) : n * n = n := by
  cases n with
  | zero => rfl
  | succ n => skip
