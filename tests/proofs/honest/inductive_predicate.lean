-- status: accepted
--- challenge ---
inductive Even : Nat → Prop where
  | zero : Even 0
  | step {n : Nat} : Even n → Even (n + 2)

theorem target (a b : Nat) (h : Even a) (k : Even b) : Even (a + b) := by
  sorry
--- candidate ---
inductive Even : Nat → Prop where
  | zero : Even 0
  | step {n : Nat} : Even n → Even (n + 2)

theorem target (a b : Nat) (h : Even a) (k : Even b) : Even (a + b) := by
  induction h with
  | zero => simpa using k
  | @step n _ ih =>
    have : n + 2 + b = n + b + 2 := by omega
    rw [this]
    exact .step ih
