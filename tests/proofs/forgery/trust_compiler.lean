-- why: a true statement that rests on trust in the compiler
-- status: rejected
-- rules: refused-construct, axiom, native-computation
--- challenge ---
theorem target : True := by
  sorry
--- candidate ---
theorem target : True := (fun (_ : True) => True.intro) Lean.trustCompiler
