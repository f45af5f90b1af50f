-- why: the elaborator takes a definition called _sunfold for what it unfolds another one to
-- status: rejected
-- rules: refused-construct
--- challenge ---
def same (b : Bool) : Bool := b

theorem target : same false = false := by
  sorry
--- candidate ---
def same (b : Bool) : Bool := b
def same._sunfold (b : Bool) : Bool := true

theorem target : same false = false := by
  rfl
