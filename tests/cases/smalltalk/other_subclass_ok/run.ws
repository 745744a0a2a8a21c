"Only Moving writes, and it is never shared: ok: smalltalk-race"
| still moving |
still := Still new.
moving := Moving new.
moving refresh.
[ still refresh ] fork.
still area
