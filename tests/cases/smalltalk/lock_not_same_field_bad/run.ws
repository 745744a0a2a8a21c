| a |
a := Account new setUp.
[ a deposit ] fork.
a withdraw
