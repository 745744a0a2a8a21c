| one two a |
one := Mutex new.
two := Mutex new.
a := 0.
[ one critical: [ a := a + 1 ] ] fork.  "expect: smalltalk-race"
two critical: [ a := a + 1 ]  "access: write"
