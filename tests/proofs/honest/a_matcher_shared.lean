-- status: accepted
--- challenge ---
def f (n : Nat) : Nat :=
  match n with
  | 0 => 1
  | n + 1 => n

theorem target : f 0 = 1 := by
  sorry
--- candidate ---
def other (n : Nat) : Nat :=
  match n with
  | 0 => 1
  | n + 1 => n

def f (n : Nat) : Nat :=
  match n with
  | 0 => 1
  | n + 1 => n

theorem target : f 0 = 1 := rfl
