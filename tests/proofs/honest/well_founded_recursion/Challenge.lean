def halve (n : Nat) : Nat :=
  if h : n < 2 then 0 else 1 + halve (n - 2)
termination_by n

theorem target (n : Nat) : halve n ≤ n := by
  sorry
