"Whoever starts the last thread was started after the write: ok: smalltalk-race"
| a job middle |
a := 1.
job := [ a printString ].
middle := [ [ job fork ] fork ].
[ middle value ] fork.
[ middle value ] fork
