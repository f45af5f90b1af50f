-- why: code in a field of a structure
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
structure S where
  run : Lean.MetaM Unit
theorem target : False := trivial
