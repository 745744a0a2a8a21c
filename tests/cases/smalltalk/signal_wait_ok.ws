"Signalled once the data is ready, by one thread: ok: smalltalk-race"
| ready data |
ready := Semaphore new.
[ data := OrderedCollection new. data add: 1. ready signal ] fork.
ready wait.
data add: 2
