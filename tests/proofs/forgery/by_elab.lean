-- why: a term that is the result of code
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
theorem target : False := by_elab return Lean.mkConst ``True.intro
