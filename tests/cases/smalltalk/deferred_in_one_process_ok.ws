"Deferred blocks run one after another in the UI process: ok: smalltalk-race"
| x |
x := 0.
[ WorldState defer: [ x := x + 1 ] ] fork.
[ UIManager default defer: [ x := x + 1 ] ] fork
