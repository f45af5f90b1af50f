-- status: accepted
--- challenge ---
theorem target (f : Nat → Nat) (h : ∀ x, f x = x) : f 3 = 3 := by
  sorry
--- candidate ---
def twice (n : Nat) : Nat := n + n
@[grind =] theorem twice_is (n : Nat) : twice n = 2 * n := by unfold twice; omega
@[grind →] theorem weaken (n m : Nat) (h : n < m) : n ≤ m := Nat.le_of_lt h
@[grind cases] inductive IsZero : Nat → Prop
  | zero : IsZero 0
theorem append (xs ys : List Nat) : (xs ++ ys).length = xs.length + ys.length := by grind [= List.length_append]
theorem use (n : Nat) : twice (twice n) = 4 * n := by grind
theorem target (f : Nat → Nat) (h : ∀ x, f x = x) : f 3 = 3 := by
  grind
