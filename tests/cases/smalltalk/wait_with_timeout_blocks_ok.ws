"The first block only runs after the signal: ok: smalltalk-race"
| s x |
s := Semaphore new.
x := 0.
[ x := 1. s signal ] fork.
s waitTimeoutSeconds: 3 onCompletion: [ x := 2 ] onTimeout: [ Transcript show: 'late' ]
