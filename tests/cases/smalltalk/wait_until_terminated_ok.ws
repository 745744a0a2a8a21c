"Polling until the process has ended: ok: smalltalk-race"
| x process |
process := [ x := 1 ] fork.
[ process isTerminated ] whileFalse: [ (Delay forMilliseconds: 10) wait ].
x := 2
