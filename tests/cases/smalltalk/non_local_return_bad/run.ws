| finder |
finder := Finder new.
[ (finder find: 3) put: 1 ] fork.
(finder find: 4) put: 2
