"Different globals, a class looked up by name, and one that both threads only read."
Smalltalk at: #Limit put: 10.
[ Smalltalk at: #First put: 1. (Smalltalk at: #Limit) printNl ] fork.
Smalltalk at: #Second put: 2.
(Smalltalk at: #Limit) printNl.
[ (Smalltalk at: #OrderedCollection) new ] fork.
(Smalltalk at: #OrderedCollection ifAbsent: [ nil ]) new
