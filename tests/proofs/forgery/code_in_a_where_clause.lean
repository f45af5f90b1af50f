-- why: code is declared below a theorem
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
theorem help : True := trivial
where code : Lean.Elab.TermElabM Unit := pure ()
theorem target : False := trivial
