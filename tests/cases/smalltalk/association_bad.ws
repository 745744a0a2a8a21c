"An association is a variable that its holders share"
| total |
total := #total -> 0.
[ total value: total value + 1 ] fork.  "expect: smalltalk-race"
total value: total value + 1  "access: write"
