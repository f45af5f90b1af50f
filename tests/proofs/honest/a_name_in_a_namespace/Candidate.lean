namespace Deep
namespace Inner
protected theorem target (n : Nat) : n = n := rfl
end Inner
end Deep
