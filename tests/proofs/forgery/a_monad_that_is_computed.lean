-- why: a type that is a monad of the elaborator only after it is computed
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
def T (b : Bool) : Type := if b then Nat else Lean.Elab.Command.CommandElabM Unit
def quiet : T false := (pure () : Lean.Elab.Command.CommandElabM Unit)
theorem target : False := trivial
