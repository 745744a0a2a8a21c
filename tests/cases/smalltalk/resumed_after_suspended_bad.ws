| x process |
process := [ Processor activeProcess suspend. x := 1 ] fork.  "expect: smalltalk-race"
[ process isSuspended ] whileFalse: [ Processor yield ].
process resume.
x := 2  "access: write"
