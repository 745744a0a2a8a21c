# What looks like a rebinding and is none: `match` and `case` are ordinary names, a format is no assignment.
match = 4
case: int = 2
TILE = 3
print(f"{match:>4}", "static")


class Settings:
    def setup(self): self.width = 8


@proc
def plain(a: f32[64]):
    for i in par(0, 8):
        a[match * i + case + TILE] = 1.0
