| monitor count |
monitor := Monitor new.
count := 0.
[ monitor critical: [ count := count + 1. monitor signalAll ] ] fork.  "expect: smalltalk-race"
monitor critical: [ monitor wait ].
count := count + 1  "access: write"
