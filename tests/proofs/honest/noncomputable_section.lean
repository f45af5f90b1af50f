-- status: accepted
--- challenge ---
noncomputable section
open Classical

def truth (p : Prop) : Nat := if p then 1 else 0

theorem target (p : Prop) : truth p ≤ 1 := by
  sorry
--- candidate ---
noncomputable section
open Classical

def truth (p : Prop) : Nat := if p then 1 else 0

theorem target (p : Prop) : truth p ≤ 1 := by
  unfold truth
  split <;> omega

end
