| h |
h := ValueHolder new.
[ h value: 1 ] fork.  "expect: smalltalk-race"
h value: 2  "access: write"
