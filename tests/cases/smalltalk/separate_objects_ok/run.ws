"Each thread has its own account: ok: smalltalk-race"
| one two |
one := Account new.
two := Account new.
one start.
two start.
5 timesRepeat: [ Account new start ]
