"Two work, one is waited for: it can be either"
| done a b |
done := Semaphore new.
a := b := 0.
[ a := 1. done signal ] fork.  "expect[a]: smalltalk-race"
[ b := 1. done signal ] fork.  "expect[b]: smalltalk-race"
done wait.
a := 2. b := 2  "access[a]: write; access[b]: write"
