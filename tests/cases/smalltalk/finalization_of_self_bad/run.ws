Handle new open
