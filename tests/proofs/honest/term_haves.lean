-- status: accepted
--- challenge ---
theorem target (p q : Prop) (h : p ∧ q) : q ∧ p := by
  sorry
--- candidate ---
theorem target (p q : Prop) (h : p ∧ q) : q ∧ p := have hp : p := h.left
have hq : q := h.right
show q ∧ p from ⟨hq, hp⟩
