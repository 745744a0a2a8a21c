"Two locks: each thread has its own"
| one two count |
one := RecursionLock new.
two := RecursionLock new.
count := 0.
[ one critical: [ count := count + 1 ] ] fork.  "expect: smalltalk-race"
two critical: [ count := count + 1 ]  "access: write"
