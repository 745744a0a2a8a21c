"The class's own new, a class-instance variable, and a class variable that is filled on first use"
[ Registry shared add: 1. Registry bump ] fork.
Registry shared add: 2.
Registry count
