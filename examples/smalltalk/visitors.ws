"Two processes count visitors in one variable. The second counter is protected by a mutex and is fine."
| visitors members lock |
visitors := 0.
members := 0.
lock := Semaphore forMutualExclusion.
2 timesRepeat: [
    [visitors := visitors + 1.
     lock critical: [members := members + 1]] fork].
Transcript show: visitors printString; cr
