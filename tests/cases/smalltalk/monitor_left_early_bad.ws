| monitor count |
monitor := Monitor new.
count := 0.
[ monitor enter.
count := count + 1.  "expect: smalltalk-race"
monitor exit ] fork.
monitor enter.
monitor exit.
count := count + 1  "access: write"
