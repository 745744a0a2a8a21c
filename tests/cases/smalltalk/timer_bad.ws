"Timers run their blocks in a process of their own."
| ticks late |
ticks := late := 0.
Timer every: 5 do: [ ticks := ticks + 1 ].  "expect[a]: smalltalk-race"
Timer after: 5 do: [ late := 1 ].  "expect[b]: smalltalk-race"
ticks := 0.  "access[a]: write"
late := 2  "access[b]: write"
