-- status: accepted
--- challenge ---
def total : List Nat → Nat
  | [] => 0
  | x :: xs => x + total xs

theorem target (xs ys : List Nat) : total (xs ++ ys) = total xs + total ys := by
  sorry
--- candidate ---
def total : List Nat → Nat
  | [] => 0
  | x :: xs => x + total xs

theorem target (xs ys : List Nat) : total (xs ++ ys) = total xs + total ys := by
  induction xs with
  | nil => simp [total]
  | cons x xs ih => simp [total, ih, Nat.add_assoc]
