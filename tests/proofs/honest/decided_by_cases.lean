-- status: accepted
--- challenge ---
inductive Sign where
  | neg | zero | pos
deriving DecidableEq

def Sign.mul : Sign → Sign → Sign
  | .zero, _ => .zero
  | _, .zero => .zero
  | .neg, .neg => .pos
  | .pos, .pos => .pos
  | _, _ => .neg

theorem target (a b c : Sign) : (a.mul b).mul c = a.mul (b.mul c) := by
  sorry
--- candidate ---
inductive Sign where
  | neg | zero | pos
deriving DecidableEq

def Sign.mul : Sign → Sign → Sign
  | .zero, _ => .zero
  | _, .zero => .zero
  | .neg, .neg => .pos
  | .pos, .pos => .pos
  | _, _ => .neg

theorem target (a b c : Sign) : (a.mul b).mul c = a.mul (b.mul c) := by
  cases a <;> cases b <;> cases c <;> decide
