| a |
a := MyDriver new.
[ a login ] fork.
a run
