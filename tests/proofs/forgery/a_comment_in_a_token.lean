-- why: a token of the candidate's own with the sign of a comment in it hides what follows from a search
-- status: rejected
-- rules: sorry, elaboration-error, refused-construct
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
local infixl:65 " +-- " => fun (a _ : Nat) => a
theorem target (n : Nat) : n * n = n := by
  exact (if 1 +-- sorryAx Nat true
   = 1 then sorryAx _ true else sorryAx _ true)
