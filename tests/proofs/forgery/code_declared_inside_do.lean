-- why: code is declared inside a proof
-- status: rejected
-- rules: refused-construct, elaboration-error
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
theorem help : Id Nat = Nat := by
  exact Id.run do
    let rec code : Lean.Elab.TermElabM Unit := pure ()
    return rfl
theorem target : False := trivial
