-- status: accepted
--- challenge ---
theorem target (n sorryCount axioms : Nat) (h : n = sorryCount + axioms) : n - axioms = sorryCount := by
  sorry
--- candidate ---
def unsafeLooking (partialSum : Nat) : Nat := partialSum
def List.init' (xs : List Nat) : List Nat := xs.dropLast

theorem target (n sorryCount axioms : Nat) (h : n = sorryCount + axioms) : n - axioms = sorryCount := by
  omega
