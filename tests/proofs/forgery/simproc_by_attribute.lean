-- why: a simplification procedure
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
def s : Lean.Meta.Simp.Simproc := fun _ => return .continue
attribute [simproc] s
theorem target : False := by simp
