-- why: compiled code decides, by the option of another tactic
-- status: rejected
-- rules: axiom, native-computation, elaboration-error
--- challenge ---
theorem target : 2 ^ 10 = 1024 := by
  sorry
--- candidate ---
theorem target : 2 ^ 10 = 1024 := by
  decide +native
