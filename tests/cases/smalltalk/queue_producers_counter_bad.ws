| q n |
q := SharedQueue new.
n := 0.
2 timesRepeat: [ [ n := n + 1. q nextPut: n ] fork ].  "expect[a]: smalltalk-race; expect[b]: smalltalk-race"
q next. q next.
n printString  "access[b]: read"
