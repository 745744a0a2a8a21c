"The process is made first, filled, and started last by another: ok: smalltalk-race"
| p n |
p := [ n printString ] newProcess.
n := 3.
[ p resume ] fork
