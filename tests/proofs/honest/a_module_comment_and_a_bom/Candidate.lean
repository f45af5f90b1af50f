/-! # A proof -/

/-- Its statement. -/
theorem target : True := ⟨⟩
