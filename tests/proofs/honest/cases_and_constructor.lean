-- status: accepted
--- challenge ---
theorem target (p q r : Prop) (h : p ∧ (q ∨ r)) : (p ∧ q) ∨ (p ∧ r) := by
  sorry
--- candidate ---
theorem target (p q r : Prop) (h : p ∧ (q ∨ r)) : (p ∧ q) ∨ (p ∧ r) := by
  obtain ⟨hp, hq | hr⟩ := h
  · exact Or.inl ⟨hp, hq⟩
  · exact Or.inr ⟨hp, hr⟩
