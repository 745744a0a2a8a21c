"ok: smalltalk-race"
| a |
a := 1.
3 timesRepeat: [ [ [ a printString ] fork ] fork ]
