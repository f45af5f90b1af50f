-- why: compiled code replaces one function by another
-- status: rejected
-- rules: refused-construct, sorry
--- challenge ---
theorem target : (10 : Nat) = 11 := by
  sorry
--- candidate ---
def f (n : Nat) : Nat := n
def g (n : Nat) : Nat := n + 1
@[csimp] theorem same : @f = @g := by sorry
theorem target : (10 : Nat) = 11 := by
  exact (by native_decide : f 10 = 11)
