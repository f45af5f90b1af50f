def same (b : Bool) : Bool := b
def same._sunfold (b : Bool) : Bool := true

theorem target : same false = false := by
  rfl
