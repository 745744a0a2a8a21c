"A process that is resumed goes on; it does not begin again: ok: smalltalk-race"
| p x |
x := 0.
p := [ Processor activeProcess suspend. x := x + 1 ] fork.
Processor yield.
p resume
