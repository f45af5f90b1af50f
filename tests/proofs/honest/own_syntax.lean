-- status: accepted
--- challenge ---
theorem target (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  sorry
--- candidate ---
syntax "both" term:max term:max : tactic
macro_rules
  | `(tactic| both $a $b) => `(tactic| exact ⟨$a, $b⟩)

theorem target (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  both hp hq
