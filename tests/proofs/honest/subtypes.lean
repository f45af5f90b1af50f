-- status: accepted
--- challenge ---
def Pos := { n : Nat // 0 < n }

def Pos.add (a b : Pos) : Pos := ⟨a.1 + b.1, Nat.add_pos_left a.2 b.1⟩

theorem target (a b : Pos) : (a.add b).1 = (b.add a).1 := by
  sorry
--- candidate ---
def Pos := { n : Nat // 0 < n }

def Pos.add (a b : Pos) : Pos := ⟨a.1 + b.1, Nat.add_pos_left a.2 b.1⟩

theorem target (a b : Pos) : (a.add b).1 = (b.add a).1 := by
  simp only [Pos.add]
  exact Nat.add_comm _ _
