"The thread starts itself again and again, after the write: ok: smalltalk-race"
| a job |
a := 1.
job := [ a printString. job fork ].
job fork
