-- status: accepted
--- challenge ---
def grade (n : Nat) (b : Bool) : Nat :=
  match n, b with
  | 0, true => 1
  | 0, false => 2
  | n + 1, _ => n

theorem target (n : Nat) : grade (n + 1) true = n := by
  sorry
--- candidate ---
def grade (n : Nat) (b : Bool) : Nat :=
  match n, b with
  | 0, true => 1
  | 0, false => 2
  | n + 1, _ => n

theorem target (n : Nat) : grade (n + 1) true = n := rfl

def later (n : Nat) (b : Bool) : Nat :=
  match n, b with
  | 0, true => 1
  | 0, false => 2
  | n + 1, _ => n
