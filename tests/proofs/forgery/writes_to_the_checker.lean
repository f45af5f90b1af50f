-- why: a command that writes to the checker's files
-- status: rejected
-- rules: refused-construct, sorry
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
#eval IO.FS.writeFile "/oleans/Gate/Main.lean" "#eval 1"
theorem target (n : Nat) : n * n = n := by
  sorry
