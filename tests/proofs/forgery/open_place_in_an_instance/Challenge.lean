theorem easy : 1 + 1 = 2 := by
  sorry
instance hard : Inhabited Empty := ⟨sorry⟩
