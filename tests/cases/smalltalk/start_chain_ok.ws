"Each process writes before it starts the next one, and one that starts two writes before both: ok: smalltalk-race"
| count lock total |
lock := Semaphore forMutualExclusion.
count := 1.
[ count := 2.
  [ count := 3.
    [ count := 4.
      [ count := 5. lock critical: [ total := 1 ] ] fork.
      [ lock critical: [ total := 2 ] ] fork ] fork ] fork ] fork
