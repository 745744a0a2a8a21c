"Two accounts, one for each thread: ok: smalltalk-race"
| one two |
one := Account new.
two := Account new.
[ one deposit: 1 ] fork.
two deposit: 1
