"ReentrantLock is a lock that its owner can take twice."
| lock count |
lock := ReentrantLock new.
count := 0.
[ lock critical: [ lock critical: [ count := count + 1 ] ] ] fork.
lock critical: [ count := count + 1 ]  "ok: smalltalk-race"
