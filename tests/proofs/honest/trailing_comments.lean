-- status: accepted
--- challenge ---
theorem target : True := by
  sorry -- to be proved
--- candidate ---
-- A proof
theorem target : True := by
  trivial -- done
/- end -/
