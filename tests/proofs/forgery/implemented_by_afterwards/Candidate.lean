def no : Bool := true
def yes : Bool := false
attribute [implemented_by no] yes
theorem target : (10 : Nat) = 11 := by
  exact absurd (by native_decide : yes = true) (by decide)
