-- why: a proposition taken apart into data
-- status: rejected
-- rules: elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
inductive Two : Prop where
  | a
  | b
def Two.pick : Two → Bool
  | .a => true
  | .b => false
theorem target (n : Nat) : n * n = n := by
  omega
