"ok: smalltalk-race"
| queue text |
queue := AtomicSharedQueue new.
[ text := 'made'. queue nextPut: text ] fork.
queue next.
text := 'used'
