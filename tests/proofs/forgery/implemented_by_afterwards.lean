-- why: an attribute put on a definition later
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : (10 : Nat) = 11 := by
  sorry
--- candidate ---
def no : Bool := true
def yes : Bool := false
attribute [implemented_by no] yes
theorem target : (10 : Nat) = 11 := by
  exact absurd (by native_decide : yes = true) (by decide)
