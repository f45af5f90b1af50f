#guard_msgs in
#eval 1
theorem target : False := trivial
