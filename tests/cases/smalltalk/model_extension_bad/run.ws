| gate count |
gate := Gate new.
count := 0.
[ gate pass: [ count := count + 1 ] ] inBackground.  "expect: smalltalk-race"
count := count + 1  "access: write"
