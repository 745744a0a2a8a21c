"ok: smalltalk-race"
| a |
a := 5.
UIManager default defer: [ a printString ]
