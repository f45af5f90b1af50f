import Lean
structure S where
  run : Lean.MetaM Unit
theorem target : False := trivial
