"One of those that start the last thread was started before the write"
| a job middle |
job := [ a printString ].  "access: read"
middle := [ [ job fork ] fork ].
[ middle value ] fork.
a := 1.  "expect: smalltalk-race"
[ middle value ] fork
