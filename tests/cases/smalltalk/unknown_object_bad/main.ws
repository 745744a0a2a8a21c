"Both threads ask a library for the object, which may be the same."
[ (Registry current find: 3) work ] fork.
[ (Registry current find: 4) work ] fork
