"The block goes through variables and a collection before it runs"
| a work jobs |
a := 0.
work := [:n | a := a + n].  "expect: smalltalk-race"
jobs := OrderedCollection new.
jobs add: work.
[ jobs do: [:each | each value: 1] ] fork.
work value: 2
