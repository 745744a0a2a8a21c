"The finalization process closes what nobody uses any more while the script goes on opening."
Handle new open
