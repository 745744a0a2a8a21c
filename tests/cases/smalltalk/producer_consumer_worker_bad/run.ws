| w |
w := Worker new setUp.
w start.
w submit: 1
