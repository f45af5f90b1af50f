-- why: a syntax that is read by a parser of the candidate's own
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
def p : Lean.Parser.Parser := Lean.Parser.ident
syntax "k! " p : term
macro_rules | `(k! $_) => `(trivial)
theorem target : False := k! x
