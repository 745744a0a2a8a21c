"One account is shared, the other is not"
| shared mine |
shared := Account new.
mine := Account new.
[ shared deposit: 1 ] fork.
shared balance.
mine balance
