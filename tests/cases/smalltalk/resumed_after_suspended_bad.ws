| x process |
process := [ Processor activeProcess suspend. x := 1 ] fork.  "expect[a]: smalltalk-race; expect[b]: smalltalk-race"
[ process isSuspended ] whileFalse: [ Processor yield ].
process resume.
x := 2  "access[b]: write"
