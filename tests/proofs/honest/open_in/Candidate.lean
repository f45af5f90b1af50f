theorem target (n : Nat) : n ≤ n + 1 := by
  open Nat in exact le_succ n
