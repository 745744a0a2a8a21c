"The queue is safe, and what was done before the put is before the take: ok: smalltalk-race"
| queue text |
queue := SharedQueue new.
[ text := 'made'. queue nextPut: text ] fork.
queue next.
text := 'used'
