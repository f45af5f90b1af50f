import Lean
macro "k!" : command => `(run_cmd pure ())
k!
theorem target : False := bad
