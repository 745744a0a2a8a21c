"Reading together harms nobody: ok: smalltalk-race"
| d |
d := Dictionary new.
d at: 1 put: 2.
[ d at: 1 ] fork.
d keysDo: [:k | k printString ]
