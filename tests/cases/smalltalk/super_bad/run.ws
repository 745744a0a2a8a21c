| c |
c := Child new.
[ c update ] fork.
c update
