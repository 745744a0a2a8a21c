"Each class has its own class-instance variable: ok: smalltalk-race"
[ Child bump ] fork.
Sibling bump
