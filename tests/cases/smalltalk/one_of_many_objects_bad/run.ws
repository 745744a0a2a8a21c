| cells |
cells := OrderedCollection new.
cells add: Cell new.
cells add: Cell new.
cells add: Cell new.
cells add: Cell new.
cells add: Cell new.
cells add: Cell new.
cells add: Cell new.
cells add: Cell new.
cells add: Cell new.
cells add: Cell new.
cells add: Cell new.
cells add: Cell new.
[ cells do: [ :each | each reset ] ] fork.
cells do: [ :each | each reset ]
