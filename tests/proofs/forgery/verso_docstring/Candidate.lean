set_option doc.verso true
/-- {lean}`1` -/
theorem target : False := trivial
