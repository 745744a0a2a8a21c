"ok: smalltalk-race"
| a f |
a := 0.
f := TKTFuture for: [ a := a + 1 ].
f wait.
a := a + 1
