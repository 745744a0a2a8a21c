"The thread waits for its child, the script waits for nobody"
| a |
a := 0.
[ [ a := a + 1 ] forkAndWait ] fork.  "expect: smalltalk-race"
a := a + 1  "access: write"
