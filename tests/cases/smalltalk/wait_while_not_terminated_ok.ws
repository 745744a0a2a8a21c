"ok: smalltalk-race"
| x process |
process := [ x := 1 ] fork.
[ process isTerminated not ] whileTrue: [ Processor yield ].
x := 2
