"Blocks that run themselves and each other without an end, in the thread and in the script"
| a one two |
a := 0.
one := [:n | a := a + n. two value: n - 1. one value: n - 1 ].  "expect: smalltalk-race"
two := [:n | one value: n. two value: n - 1 ].
[ two value: 10 ] fork.
one value: 10
