| lock count |
lock := RecursionLock new.
count := 0.
[ lock critical: [ count := count + 1 ] ] fork.
lock critical: [ count := count + 1 ]  "ok: smalltalk-race"
