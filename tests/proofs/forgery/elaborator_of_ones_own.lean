-- why: a term elaborator that makes a proof of anything
-- status: rejected
-- rules: refused-construct, sorry
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
import Lean
open Lean Elab Term in
elab "anything" : term <= expected => return mkApp2 (mkConst ``sorryAx [levelZero]) expected (mkConst ``true)
theorem target (n : Nat) : n * n = n := anything
