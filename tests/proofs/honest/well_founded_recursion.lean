-- status: accepted
--- challenge ---
def halve (n : Nat) : Nat :=
  if h : n < 2 then 0 else 1 + halve (n - 2)
termination_by n

theorem target (n : Nat) : halve n ≤ n := by
  sorry
--- candidate ---
def halve (n : Nat) : Nat :=
  if h : n < 2 then 0 else 1 + halve (n - 2)
termination_by n

theorem target (n : Nat) : halve n ≤ n := by
  induction n using Nat.strongRecOn with
  | ind n ih =>
    rw [halve]
    split
    · omega
    · have := ih (n - 2) (by omega)
      omega
