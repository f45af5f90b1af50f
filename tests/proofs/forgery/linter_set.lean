-- why: an option that is not listed
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
set_option sat.solver "/usr/bin/solver"
theorem target : False := by
  bv_decide
