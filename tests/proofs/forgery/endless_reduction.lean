-- why: a proof by computing what takes for ever
-- status: rejected
-- rules: elaboration-error, limit, crash
--- challenge ---
theorem target : 2 ^ 40 % 7 = 3 := by
  sorry
--- candidate ---
def slow : Nat → Nat → Nat
  | 0, m => m + 1
  | n + 1, 0 => slow n 1
  | n + 1, m + 1 => slow n (slow (n + 1) m)
termination_by n m => (n, m)
theorem target : 2 ^ 40 % 7 = 3 := by
  have : slow 4 3 = slow 4 3 + 0 := by decide
  rfl
