-- why: compiled code decides
-- status: rejected
-- rules: refused-construct, elaboration-error, axiom
--- challenge ---
theorem target : 2 ^ 10 = 1025 := by
  sorry
--- candidate ---
def lie (n : Nat) : Bool := n == 1025
theorem target : 2 ^ 10 = 1025 := by
  native_decide
