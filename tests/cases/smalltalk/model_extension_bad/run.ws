| gate count |
gate := Gate new.
count := 0.
[ gate pass: [ count := count + 1 ] ] inBackground.  "access: write"
count := count + 1  "expect: smalltalk-race"
