| lock a |
lock := Mutex new.
a := 0.
[ lock critical: [ a := a + 1 ] ] fork.  "access: write"
a := a + 1  "expect: smalltalk-race"
