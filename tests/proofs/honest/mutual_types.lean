-- status: accepted
--- challenge ---
mutual
inductive Tree where
  | node (children : Forest)
inductive Forest where
  | nil
  | cons (head : Tree) (tail : Forest)
end

mutual
def Tree.size : Tree → Nat
  | .node children => children.size + 1
def Forest.size : Forest → Nat
  | .nil => 0
  | .cons head tail => head.size + tail.size
end

theorem target (t : Tree) : 0 < t.size := by
  sorry
--- candidate ---
mutual
inductive Tree where
  | node (children : Forest)
inductive Forest where
  | nil
  | cons (head : Tree) (tail : Forest)
end

mutual
def Tree.size : Tree → Nat
  | .node children => children.size + 1
def Forest.size : Forest → Nat
  | .nil => 0
  | .cons head tail => head.size + tail.size
end

theorem target (t : Tree) : 0 < t.size := by
  cases t with
  | node children =>
    rw [Tree.size]
    exact Nat.succ_pos _
