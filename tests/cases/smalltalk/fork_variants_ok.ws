"Each is written before its thread starts: ok: smalltalk-race"
| a b c d e |
a := 1. b := 2. c := 3. d := 4. e := 5.
[ a printString ] fork.
[ b printString ] forkAt: 30.
[ c printString ] forkNamed: 'c'.
[ d printString ] forkAt: 30 named: 'd'.
[ e printString ] forkWithoutPreemption
