"ok: smalltalk-race"
| w |
w := Worker new setUp.
w start.
w submit: 1; submit: 2
