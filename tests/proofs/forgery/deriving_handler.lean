-- why: a handler for deriving is registered when the file is loaded
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
initialize Lean.Elab.registerDerivingHandler `Foo fun _ => return true
theorem target : False := trivial
