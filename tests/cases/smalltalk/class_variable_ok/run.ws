"Under a lock in a class variable: ok: smalltalk-race"
[ Child new bump ] fork.
Sibling new bump
