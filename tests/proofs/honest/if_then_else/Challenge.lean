def clamp (n : Nat) : Nat := if n < 10 then n else 10

theorem target (n : Nat) : clamp n ≤ 10 := by
  sorry
