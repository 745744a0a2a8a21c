"All writes come before the fork: ok: smalltalk-race"
| a b |
a := 1. b := OrderedCollection new. b add: a.
[ Transcript show: a printString. b do: [:each | each foo] ] fork
