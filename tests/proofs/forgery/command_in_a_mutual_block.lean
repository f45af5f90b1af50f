-- why: a command inside a block
-- status: rejected
-- rules: refused-construct, elaboration-error
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
mutual
run_cmd pure ()
end
theorem target : False := trivial
