First new start.
Second new start.
Third new start
