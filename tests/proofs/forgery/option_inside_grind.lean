-- why: an option in the language of grind
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
theorem target : False := by
  grind =>
    set_option debug.skipKernelTC true in
    finish
