-- why: a quotation names the category of commands
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
macro "k!" : command => `(command| run_cmd pure ())
k!
theorem target : False := trivial
