-- why: an attribute of which the argument is evaluated
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
@[unused_variables_ignore_fn] def f : Lean.Linter.IgnoreFunction := fun _ _ _ => true
theorem target : False := trivial
