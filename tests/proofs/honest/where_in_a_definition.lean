-- status: accepted
--- challenge ---
def sumTo (n : Nat) : Nat := go n 0
where
  go : Nat → Nat → Nat
    | 0, acc => acc
    | n + 1, acc => go n (acc + (n + 1))

theorem target : sumTo 10 = 55 := by
  sorry
--- candidate ---
def sumTo (n : Nat) : Nat := go n 0
where
  go : Nat → Nat → Nat
    | 0, acc => acc
    | n + 1, acc => go n (acc + (n + 1))

theorem target : sumTo 10 = 55 := rfl
