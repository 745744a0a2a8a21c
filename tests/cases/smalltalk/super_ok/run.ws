"Child overrides update and never calls the one above: ok: smalltalk-race"
| c |
c := Child new.
[ c update ] fork.
c update
