module

meta import Gate.Serve

#eval Gate.run 0
