import Lean
theorem help : True := trivial
where code : Lean.Elab.TermElabM Unit := pure ()
theorem target : False := trivial
