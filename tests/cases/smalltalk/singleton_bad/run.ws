[ Registry default bump ] fork.
Registry default bump
