"The sender waits for the end of the block or stops it."
| count |
count := 0.
[ count := count + 1 ] valueWithin: 1 onTimeout: [ count := 0 ].
count := count + 1  "ok: smalltalk-race"
