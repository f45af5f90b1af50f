-- why: a public name written as a private one passes for it
-- status: rejected
-- rules: refused-construct
--- challenge ---
def same (b : Bool) : Bool := b

theorem target : same false = false := by
  sorry
--- candidate ---
private def _private.Challenge.«0».same : Nat := 0

theorem target : same false = false := by
  rfl
