-- status: accepted
--- challenge ---
namespace Geo
structure Vec where
  x : Int
  y : Int
def Vec.dot (u v : Vec) : Int := u.x * v.x + u.y * v.y
scoped infixl:70 " ⬝ " => Vec.dot
theorem target (u v : Vec) : u ⬝ v = v ⬝ u := by
  sorry
end Geo
--- candidate ---
namespace Geo
structure Vec where
  x : Int
  y : Int
def Vec.dot (u v : Vec) : Int := u.x * v.x + u.y * v.y
scoped infixl:70 " ⬝ " => Vec.dot
theorem target (u v : Vec) : u ⬝ v = v ⬝ u := by
  unfold Vec.dot
  rw [Int.mul_comm u.x, Int.mul_comm u.y]
end Geo
