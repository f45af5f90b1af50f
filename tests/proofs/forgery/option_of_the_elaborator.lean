-- why: an option that defers proofs to where nobody looks
-- status: rejected
-- rules: refused-construct, elaboration-error
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
set_option Elab.async true
theorem target (n : Nat) : n * n = n := by
  omega
