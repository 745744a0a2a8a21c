Account new open
