-- why: a macro takes the name of an option as its argument
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
macro "opt " x:ident : command => `(set_option $x true)
opt debug.skipKernelTC
theorem target : False := trivial
