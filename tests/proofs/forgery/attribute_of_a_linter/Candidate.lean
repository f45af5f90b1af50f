import Lean
@[unused_variables_ignore_fn] def f : Lean.Linter.IgnoreFunction := fun _ _ _ => true
theorem target : False := trivial
