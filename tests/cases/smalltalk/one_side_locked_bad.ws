| lock a |
lock := Mutex new.
a := 0.
[ lock critical: [ a := a + 1 ] ] fork.  "expect: smalltalk-race"
a := a + 1  "access: write"
