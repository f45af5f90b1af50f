-- status: accepted
--- challenge ---
def total (xs : List Nat) : Nat := Id.run do
  let mut sum := 0
  for x in xs do
    sum := sum + x
  return sum

theorem target : total [1, 2, 3] = 6 := by
  sorry
--- candidate ---
def total (xs : List Nat) : Nat := Id.run do
  let mut sum := 0
  for x in xs do
    sum := sum + x
  return sum

theorem target : total [1, 2, 3] = 6 := rfl
