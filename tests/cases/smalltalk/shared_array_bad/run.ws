"Two threads fill the same array. Each counts in a variable of its own."
| test |
test := Filler new.
test initialize; start.
(Delay forSeconds: 10) wait.
test stop
