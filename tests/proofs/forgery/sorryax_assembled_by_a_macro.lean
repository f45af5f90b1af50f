-- why: a macro puts the name of the axiom together, so that no text search finds it
-- status: rejected
-- rules: sorry, refused-construct
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
macro "finish" : term => return Lean.mkIdent (Lean.Name.mkSimple ("sorry" ++ "Ax"))
theorem target (n : Nat) : n * n = n := finish _ true
