"Each run makes a lock of its own: it protects nothing that two runs share."
Worker new start
