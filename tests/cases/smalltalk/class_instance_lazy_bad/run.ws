[ Registry default ] fork.
Registry default
