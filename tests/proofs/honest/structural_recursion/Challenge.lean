def total : List Nat → Nat
  | [] => 0
  | x :: xs => x + total xs

theorem target (xs ys : List Nat) : total (xs ++ ys) = total xs + total ys := by
  sorry
