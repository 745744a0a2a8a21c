"The thread starts at resume, not at newProcess: ok: smalltalk-race"
| a p |
p := [ a foo. Transcript show: a ] newProcess.
a := 'before'.
p resume
