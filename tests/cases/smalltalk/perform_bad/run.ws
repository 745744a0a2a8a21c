| c |
c := Cell new.
[ c perform: #put: with: 1 ] fork.
[ c perform: #put: withArguments: #(2) ] fork.
c perform: #clear
