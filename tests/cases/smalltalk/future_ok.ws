"ok: smalltalk-race"
| a f |
f := [ a := 1 ] future.
f synchronizeTimeout: 1000.
a := 2
