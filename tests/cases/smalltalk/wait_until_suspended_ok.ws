"The process suspends itself, and nobody resumes it: ok: smalltalk-race"
| x process |
process := [ x := 1. Processor activeProcess suspend ] fork.
[ process isSuspended ] whileFalse: [ Processor yield ].
x := 2
