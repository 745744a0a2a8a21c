"The block runs in the other process, in between what that does"
| count process |
count := 0.
process := [ [ (Delay forSeconds: 1) wait ] repeat ] fork.
process interruptWith: [ count := count + 1 ].  "expect: smalltalk-race"
count := count + 1  "access: write"
