| w |
w := Worker new.
[ w startUp ] fork.
w n
