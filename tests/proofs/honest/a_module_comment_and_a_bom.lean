-- status: accepted
--- challenge ---
theorem target : True := by
  sorry
--- candidate ---
﻿/-! # A proof -/

/-- Its statement. -/
theorem target : True := ⟨⟩
