"ok: smalltalk-race"
| gate count |
gate := Gate new.
count := 0.
[ gate pass: [ count := count + 1 ] ] inBackground.
gate pass: [ count := count + 1 ]
