-- why: documentation that is elaborated
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
set_option doc.verso true
/-- {lean}`1` -/
theorem target : False := trivial
