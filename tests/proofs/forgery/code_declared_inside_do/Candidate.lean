import Lean
theorem help : Id Nat = Nat := by
  exact Id.run do
    let rec code : Lean.Elab.TermElabM Unit := pure ()
    return rfl
theorem target : False := trivial
