"A task that is scheduled and never waited for."
| count |
count := 0.
[ count := count + 1 ] schedule.  "expect: smalltalk-race"
count := count + 1  "access: write"
