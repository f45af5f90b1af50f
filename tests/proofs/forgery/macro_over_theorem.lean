-- why: a command macro of the same look as theorem
-- status: rejected
-- rules: statement-changed, elaboration-error, missing-theorem
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
macro (priority := high) "theorem" n:ident "(" x:ident ":" t:term ")" ":" _p:term ":=" _v:term : command => `(theorem $n ($x : $t) : $x = $x := rfl)
theorem target (n : Nat) : n * n = n := by omega
