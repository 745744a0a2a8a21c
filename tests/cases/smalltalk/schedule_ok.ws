"ok: smalltalk-race"
| a t |
a := 0.
t := [ a := a + 1 ] schedule.
t wait.
a := a + 1
