Cell bump
