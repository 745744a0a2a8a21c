"Set before the timer: ok: smalltalk-race"
| ticks |
ticks := 5.
Timer every: 5 do: [ ticks printString ]
