import Lean
def T (b : Bool) : Type := if b then Nat else Lean.Elab.Command.CommandElabM Unit
def quiet : T false := (pure () : Lean.Elab.Command.CommandElabM Unit)
theorem target : False := trivial
