-- why: an option inside a tactic block
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
theorem target : False := by
  set_option sat.solver "/usr/bin/solver" in
  bv_decide
