| s x |
s := Semaphore new.
[ x := 1. s signal ] fork.  "expect: smalltalk-race"
s wait: (Delay forSeconds: 1) onCompletion: [ nil ] onTimeout: [ x := 2 ]  "access: write"
