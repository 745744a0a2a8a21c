"Inheritance, self, super and perform: lead to the same method"
| ring |
ring := Ring new.
[ ring refresh ] fork.
ring area
