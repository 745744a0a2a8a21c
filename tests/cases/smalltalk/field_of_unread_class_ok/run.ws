| a b |
a := MyDriver new.
b := MyDriver new.
[ a login. a run. a logout ] fork.
b login. b run. b logout
