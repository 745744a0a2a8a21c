"The lock is made before the threads start: ok: smalltalk-race"
| log |
log := Log new.
log lock.
3 timesRepeat: [ [ log write: 1 ] fork ]
