| lock count |
lock := ReentrantLock new.
count := 0.
[ lock critical: [ count := count + 1 ] ] fork.  "expect: smalltalk-race"
lock critical: [ lock critical: [ nil ] ].
count := count + 1  "access: write"
