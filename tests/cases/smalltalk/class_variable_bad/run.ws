[ Child new bump ] fork.
Sibling new bump
