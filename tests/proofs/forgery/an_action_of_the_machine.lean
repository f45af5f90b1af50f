-- why: a definition that acts on the machine
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
def read : IO String := IO.FS.readFile "/etc/passwd"
theorem target : False := trivial
