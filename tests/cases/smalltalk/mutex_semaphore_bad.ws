"Made anew for each use: protects nothing"
| count |
count := 0.
[ Semaphore forMutualExclusion critical: [ count := count + 1 ] ] fork.  "expect: smalltalk-race"
Semaphore forMutualExclusion critical: [ count := count + 1 ]  "access: write"
