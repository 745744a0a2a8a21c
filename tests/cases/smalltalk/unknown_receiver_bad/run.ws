"Nobody knows what the library answers: all methods of the name are followed"
| w |
w := Worker new.
[ (Registry current find: 3) work ] fork.
Worker shared: w.
w work
