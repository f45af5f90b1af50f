-- why: an inductive predicate with one more way in
-- status: rejected
-- rules: definition-changed
--- challenge ---
inductive Even : Nat → Prop where
  | zero : Even 0
  | step : Even n → Even (n + 2)
theorem target : Even 3 := by
  sorry
--- candidate ---
inductive Even : Nat → Prop where
  | zero : Even 0
  | step : Even n → Even (n + 2)
  | three : Even 3
theorem target : Even 3 := .three
