-- why: an antiquotation holds code
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
import Lean
macro "k!" : term => `($(Lean.mkIdent `sorryAx) False true)
theorem target : False := k!
