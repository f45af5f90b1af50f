-- status: accepted
--- challenge ---
theorem target (p : Prop) (h : ¬¬p) : p := by
  sorry
--- candidate ---
theorem target (p : Prop) (h : ¬¬p) : p := by
  by_cases hp : p
  · exact hp
  · exact absurd hp h
