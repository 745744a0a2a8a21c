# Tiles of 8 by 8 through a private buffer.
@proc
def transpose(n: size, m: size, src: f32[8 * n, 8 * m], dst: f32[8 * m, 8 * n]):
    for io in par(0, n):
        for jo in par(0, m):
            tile: f32[8, 8] @ DRAM_STACK
            from_ = src[8 * io:8 * io + 8, 8 * jo:8 * jo + 8]
            to = dst[8 * jo:8 * jo + 8, 8 * io:8 * io + 8]
            for i in seq(0, 8):
                for j in seq(0, 8):
                    tile[j, i] = from_[i, j]
            for j in seq(0, 8):
                for i in seq(0, 8):
                    to[j, i] = tile[j, i]
