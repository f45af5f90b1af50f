-- status: accepted
--- challenge ---
structure Card where
  suit : Fin 4
  rank : Nat
deriving BEq, Hashable, Repr, Ord, DecidableEq, Inhabited

inductive Light where
  | red | amber | green
deriving DecidableEq, Repr, BEq, Inhabited

def Light.next : Light → Light
  | .red => .green
  | .green => .amber
  | .amber => .red

theorem target (l : Light) : l.next.next.next = l := by
  sorry
--- candidate ---
structure Card where
  suit : Fin 4
  rank : Nat
deriving BEq, Hashable, Repr, Ord, DecidableEq, Inhabited

inductive Light where
  | red | amber | green
deriving DecidableEq, Repr, BEq, Inhabited

def Light.next : Light → Light
  | .red => .green
  | .green => .amber
  | .amber => .red

theorem target (l : Light) : l.next.next.next = l := by
  cases l <;> rfl
