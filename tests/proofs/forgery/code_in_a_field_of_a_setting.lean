-- why: a field of the settings of simp acts on the machine
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target (x : Nat) (h : x = 1) : x + 0 = 1 := by
  sorry
--- candidate ---
theorem target (x : Nat) (h : x = 1) : x + 0 = 1 := by
  simp (config := { maxSteps := EST.Out.casesOn (motive := fun _ => Nat) ((IO.FS.writeFile "x" "a" : IO Unit) (unsafeCast ())) (fun _ _ => 100000) (fun _ _ => 1) }) [h]
