-- why: a macro is a program
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
syntax "k!" : term
macro_rules | `(k!) => do
  let x := Lean.mkIdent (.str .anonymous ("sorry" ++ "Ax"))
  `($x False true)
theorem target : False := k!
