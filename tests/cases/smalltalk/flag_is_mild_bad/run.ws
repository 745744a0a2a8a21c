| w |
w := Worker new.
w start.
w stop
