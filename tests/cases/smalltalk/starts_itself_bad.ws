| a job |
a := 0.
job := [ a := a + 1. job fork ].  "expect: smalltalk-race"
job fork
