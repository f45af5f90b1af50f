-- why: unsafe code as a proof
-- status: rejected
-- rules: refused-construct, elaboration-error
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
unsafe def cheat : False := cheat
theorem target : False := cheat
