-- why: a foreign function in place of a definition
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : (10 : Nat) = 11 := by
  sorry
--- candidate ---
@[extern "lean_nat_add"] def lie (a b : Nat) : Nat := a
theorem target : (10 : Nat) = 11 := by
  have : lie 10 1 = 11 := by native_decide
  exact this
