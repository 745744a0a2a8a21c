# A loop whose iterations depend on the next one, split over two threads: the border cell is shared.
@proc
def drb001_yes(a: i32[1001]):
    for tid in fork(2):
        for i in seq(0, 500):
            a[500 * tid + i] = a[500 * tid + i + 1]  # expect: exo-race
