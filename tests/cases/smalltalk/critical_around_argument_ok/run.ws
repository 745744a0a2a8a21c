"The block that is handed over runs under the lock: ok: smalltalk-race"
| guard n |
guard := Guard new.
n := 0.
[ guard do: [ n := n + 1 ] ] fork.
guard do: [ n := n + 1 ]
