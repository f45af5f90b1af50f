-- why: an attribute that is not listed would run the candidate's code
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
@[delab app.Nat.succ] def d : Lean.PrettyPrinter.Delaborator.Delab := do
  Lean.addDecl (.axiomDecl { name := `bad, levelParams := [], type := Lean.mkConst ``False, isUnsafe := false })
  failure
#check Nat.succ 1
theorem target : False := bad
