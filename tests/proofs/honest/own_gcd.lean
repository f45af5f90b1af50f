-- status: accepted
--- challenge ---
def gcd' (a b : Nat) : Nat :=
  match b with
  | 0 => a
  | b + 1 => gcd' (b + 1) (a % (b + 1))
termination_by b
decreasing_by exact Nat.mod_lt _ (Nat.succ_pos _)

theorem target (a : Nat) : gcd' a 0 = a := by
  sorry
--- candidate ---
def gcd' (a b : Nat) : Nat :=
  match b with
  | 0 => a
  | b + 1 => gcd' (b + 1) (a % (b + 1))
termination_by b
decreasing_by exact Nat.mod_lt _ (Nat.succ_pos _)

theorem target (a : Nat) : gcd' a 0 = a := by
  rw [gcd']
