"What is put into the queue is only touched by the one that takes it."
| queue list |
queue := WaitfreeQueue new.
list := OrderedCollection new.
[ list add: 1.
queue nextPut: list ] fork.
queue next add: 2  "ok: smalltalk-race"
