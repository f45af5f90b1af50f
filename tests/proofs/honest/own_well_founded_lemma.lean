-- status: accepted
--- challenge ---
theorem target (n : Nat) : ∃ m, n < 2 ^ m := by
  sorry
--- candidate ---
def logUp (n : Nat) : Nat :=
  if h : n = 0 then 0 else logUp (n / 2) + 1
termination_by n
decreasing_by omega

theorem below (n : Nat) : n < 2 ^ logUp n := by
  induction n using Nat.strongRecOn with
  | ind n ih =>
    rw [logUp]
    split
    · simp_all
    · rename_i h
      have := ih (n / 2) (by omega)
      rw [Nat.pow_succ]
      omega

theorem target (n : Nat) : ∃ m, n < 2 ^ m := ⟨logUp n, below n⟩
