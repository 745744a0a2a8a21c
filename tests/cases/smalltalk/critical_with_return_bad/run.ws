"The lock ends with the critical section, also when the method returns from inside"
| c |
c := Cell new.
[ c take ] fork.
c take
