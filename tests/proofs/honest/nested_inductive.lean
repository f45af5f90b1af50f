-- status: accepted
--- challenge ---
inductive Rose (α : Type) where
  | node : α → List (Rose α) → Rose α

def Rose.root {α : Type} : Rose α → α
  | .node a _ => a

theorem target {α : Type} (a : α) (ts : List (Rose α)) : (Rose.node a ts).root = a := by
  sorry
--- candidate ---
inductive Rose (α : Type) where
  | node : α → List (Rose α) → Rose α

def Rose.root {α : Type} : Rose α → α
  | .node a _ => a

theorem target {α : Type} (a : α) (ts : List (Rose α)) : (Rose.node a ts).root = a := rfl
