-- status: accepted
--- challenge ---
def clamp (n : Nat) : Nat := if n < 10 then n else 10

theorem target (n : Nat) : clamp n ≤ 10 := by
  sorry
--- candidate ---
def clamp (n : Nat) : Nat := if n < 10 then n else 10

theorem target (n : Nat) : clamp n ≤ 10 := by
  unfold clamp
  split
  next h => exact Nat.le_of_lt h
  next => exact Nat.le_refl _
