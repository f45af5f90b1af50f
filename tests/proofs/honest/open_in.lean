-- status: accepted
--- challenge ---
theorem target (n : Nat) : n ≤ n + 1 := by
  sorry
--- candidate ---
theorem target (n : Nat) : n ≤ n + 1 := by
  open Nat in exact le_succ n
