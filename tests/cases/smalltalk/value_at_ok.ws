"The block runs in the process that asks: ok: smalltalk-race"
| count |
count := 0.
[ count := count + 1 ] valueAt: Processor userBackgroundPriority.
count := count + 1
