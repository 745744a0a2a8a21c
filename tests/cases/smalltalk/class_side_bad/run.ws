"Class methods are inherited like others, and each class has its own class-instance variable"
[ Child bump ] fork.
Child bump.
Sibling bump
