"Asking once is not waiting"
| x process |
process := [ x := 1 ] fork.  "expect: smalltalk-race"
process isTerminated ifFalse: [ Processor yield ].
x := 2  "access: write"
