# Loops of the same name are distinguished by their lines, booleans are shown as booleans.
@proc
def same_names(flag: bool, a: f32[16]):
    for i in par(0, 4):
        for j in seq(0, 4):
            if flag:
                a[j] = 1.0  # expect[ww]: exo-race "the same cell of a"; expect[rw]: exo-race "flag = True" "j of line 5 = 0" "j of line 8 = 1"
        for j in seq(1, 4):
            a[4 * i + j + 8] = a[j - 1]  # access[rw]: read
