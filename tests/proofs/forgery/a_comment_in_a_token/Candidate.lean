local infixl:65 " +-- " => fun (a _ : Nat) => a
theorem target (n : Nat) : n * n = n := by
  exact (if 1 +-- sorryAx Nat true
   = 1 then sorryAx _ true else sorryAx _ true)
