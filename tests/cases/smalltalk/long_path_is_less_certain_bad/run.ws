| deep |
deep := Deep new.
deep start.
deep reset
