-- status: accepted
--- challenge ---
def sameParity : Setoid Nat where
  r a b := a % 2 = b % 2
  iseqv := ⟨fun _ => rfl, fun h => h.symm, fun h k => h.trans k⟩

def Parity := Quotient sameParity

def Parity.of (n : Nat) : Parity := Quotient.mk sameParity n

theorem target (n : Nat) : Parity.of (n + 2) = Parity.of n := by
  sorry
--- candidate ---
def sameParity : Setoid Nat where
  r a b := a % 2 = b % 2
  iseqv := ⟨fun _ => rfl, fun h => h.symm, fun h k => h.trans k⟩

def Parity := Quotient sameParity

def Parity.of (n : Nat) : Parity := Quotient.mk sameParity n

theorem target (n : Nat) : Parity.of (n + 2) = Parity.of n := Quotient.sound (by
  show (n + 2) % 2 = n % 2
  omega)
