theorem target : (0 : Nat) = 1 := @sorryAx _ (synthetic := false)
