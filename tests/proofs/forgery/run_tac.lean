-- why: a tactic that is code
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
theorem target : False := by
  run_tac Lean.Elab.Tactic.closeMainGoal `k (Lean.mkConst ``True.intro)
