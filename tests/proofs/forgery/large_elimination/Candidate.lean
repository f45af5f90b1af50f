inductive Two : Prop where
  | a
  | b
def Two.pick : Two → Bool
  | .a => true
  | .b => false
theorem target (n : Nat) : n * n = n := by
  omega
