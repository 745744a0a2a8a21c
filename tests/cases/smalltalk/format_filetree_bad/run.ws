| counter |
counter := Counter new.
[ counter increment ] fork.
counter increment
