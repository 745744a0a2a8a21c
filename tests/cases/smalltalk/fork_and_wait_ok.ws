"The fork is waited for: ok: smalltalk-race"
| a |
[ a := 1 ] forkAndWait.
a := 2.
[ a := 3 ] forkAndWait
