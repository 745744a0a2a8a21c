"What comes before the resolution comes before the wait: ok: smalltalk-race"
| p x |
p := Promise new.
[ x := 3. p resolveWith: 1 ] fork.
p wait.
x := x + 1
