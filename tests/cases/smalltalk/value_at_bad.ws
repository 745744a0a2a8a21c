| count |
count := 0.
[ [ count := count + 1 ] valueAt: Processor userBackgroundPriority ] fork.  "expect: smalltalk-race"
count := count + 1  "access: write"
