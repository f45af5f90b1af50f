-- why: a macro expands to a command that runs code
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
macro "k!" : command => `(run_cmd pure ())
k!
theorem target : False := bad
