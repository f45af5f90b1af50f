-- why: the axiom behind native_decide, named
-- status: rejected
-- rules: refused-construct, axiom, elaboration-error, native-computation
--- challenge ---
theorem target : (3 : Nat) = 3 := by
  sorry
--- candidate ---
def yes : Bool := true
theorem target : (3 : Nat) = 3 := of_decide_eq_true (Lean.ofReduceBool yes true rfl)
