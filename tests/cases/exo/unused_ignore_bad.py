# A stale ignore is reported, and so is one of a rule that does not exist.
@proc
def clean(A: f32[2], B: f32[2]):
    for t in fork(2):
        A[t] = 1.0  # deadheat: ignore exo-race -- was racy once  # expect[a]: unused-ignore note "no finding of exo-race here"
        B[t] = 1.0  # deadheat: ignore exo-rice -- misspelt  # expect[b]: unused-ignore note "unknown rule"
