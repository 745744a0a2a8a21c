"A higher priority does not keep the others out: they are interrupted anywhere, and go on while it waits."
| low high lock |
low := high := 0.
lock := Semaphore new.
[ lock wait. low := low + 1 ] forkAt: Processor highestPriority.  "expect[a]: smalltalk-race"
[ high := high + 1 ] forkAt: Processor userBackgroundPriority.  "expect[b]: smalltalk-race"
Processor activeProcess priority: 80.
low := low + 1.  "access[a]: write"
high := high + 1  "access[b]: write"
