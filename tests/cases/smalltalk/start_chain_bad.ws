"The second process writes once more after it starts the third: the third and what that starts can be there already."
| count |
count := 1.
[ count := 2.
  [ [ count := 3 ] fork ] fork.  "expect[a]: smalltalk-race"
  count := 4 ] fork  "access[a]: write"
