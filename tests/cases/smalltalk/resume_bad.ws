| a p |
p := [ Transcript show: a ] newProcess.  "access: read"
p resume.
a := 'after'  "expect: smalltalk-race"
