theorem target : False := by
  set_option sat.solver "/work/solver" in
  bv_decide
