-- why: a macro takes the name of an attribute as its argument
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
syntax (name := k) "k!" : term
macro "mark " x:ident y:ident z:ident : command => `(attribute [$x $y] $z)
def hook : Nat := 1
mark term_elab k hook
theorem target : False := k!
