"Between enter and exit the monitor is held, and still after a wait."
| monitor count |
monitor := Monitor new.
count := 0.
[ monitor enter.
monitor wait.
count := count + 1.
monitor exit ] fork.
monitor enter.
count := count + 1.  "ok: smalltalk-race"
monitor signal.
monitor exit
