"The variable holds another account when the lock is held"
| account |
account := Account new setUp.
[ account lock critical: [ account deposit: 1 ] ] fork.  "access[d]: read; access[e]: read"
account := Account new setUp.  "expect[d]: smalltalk-race; expect[e]: smalltalk-race"
[ account lock critical: [ account deposit: 2 ] ] fork
