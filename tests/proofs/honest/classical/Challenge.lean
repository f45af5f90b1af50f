theorem target (p : Prop) (h : ¬¬p) : p := by
  sorry
