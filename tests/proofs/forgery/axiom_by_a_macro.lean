-- why: a macro declares the axiom
-- status: rejected
-- rules: refused-construct, axiom
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
macro "assume" n:ident ":" t:term : command => `(axiom $n : $t)
assume cheat : False

theorem target (n : Nat) : n * n = n := cheat.elim
