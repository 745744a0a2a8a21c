"The loop ends while the process runs"
| x process |
process := [ x := 1 ] fork.  "expect: smalltalk-race"
[ process isTerminated ] whileTrue: [ Processor yield ].
x := 2  "access: write"
