"""Random Java programs whose loops go over arrays, and which of their cases race, computed from sets of elements."""
import random


class Side:
    """One line of code on the array x: what it reads and writes, and the Java text."""

    def __init__(self, rng, length):
        self.reads, self.writes, parts = set(), set(), []
        for _ in range(rng.choice((1, 1, 2, 3))):
            parts.append(self.loop(rng, length))
        self.text = " ".join(parts)

    def loop(self, rng, length):
        start = rng.randrange(length - 1)
        end = rng.randrange(start + 1, length)  # not included, and in range itself
        step = rng.choice((1, 1, 1, 2, 2, 3, 5))
        shape = rng.choice(SHAPES)
        return shape(self, rng, length, start, end, step)

    def touch(self, rng, elements):
        """Reads, writes or both; gives the statement for an index."""
        kind = rng.randrange(3)
        if kind != 0:
            self.writes.update(elements)
        if kind != 1:
            self.reads.update(elements)
        return ("sum += x[{0}];", "x[{0}] = sum;", "x[{0}] += sum;")[kind]

    def forward(self, rng, length, start, end, step):
        offset = rng.randrange(-start, length - end + 1)
        body = self.touch(rng, [i + offset for i in range(start, end, step)])
        return f"for (int i = {start}; i < {end}; i += {step}) " + body.format(f"i + {offset}" if offset else "i")

    def assigned(self, rng, length, start, end, step):
        body = self.touch(rng, range(start, end, step))
        return f"for (int i = {start}; i < {end}; i = i + {step}) " + body.format("i")

    def several_increments(self, rng, length, start, end, step):
        pairs = range(start, end - 1, 2)
        self.writes.update(pairs)
        self.reads.update(i + 1 for i in pairs)
        return f"for (int i = {start}; i < {end - 1};) {{ x[i++] = sum; if (sum == 0) sum = 1; sum += x[i++]; }}"

    def backward(self, rng, length, start, end, step):
        body = self.touch(rng, range(end - 1, start - 1, -step))
        return f"for (int i = {end - 1}; i >= {start}; i -= {step}) " + body.format("i")

    def until_break(self, rng, length, start, end, step):
        body = self.touch(rng, range(start, end))
        return f"for (int i = {start}; ; i++) {{ {body.format('i')} if (i == {end - 1}) break; }}"

    def break_before(self, rng, length, start, end, step):
        body = self.touch(rng, range(start, end - 1))
        return f"for (int i = {start}; ; i++) {{ if (i >= {end - 1}) break; {body.format('i')} }}"

    def do_while(self, rng, length, start, end, step):
        body = self.touch(rng, range(start, end, step))
        return f"{{ int i = {start}; do {{ {body.format('i')} i += {step}; }} while (i < {end}); }}"

    def sometimes(self, rng, length, start, end, step):
        body = self.touch(rng, [i for i in range(start, end, step) if i % 4 == 0])
        return f"for (int i = {start}; i < {end}; i += {step}) {{ if (i % 4 != 0) continue; {body.format('i')} }}"

    def four_at_once(self, rng, length, start, end, step):
        firsts = range(start, end - 3, 4)
        self.writes.update(i + k for i in firsts for k in range(4))
        return f"for (int i = {start}; i < {end - 3}; i += 4) {{ x[i] = 1; x[i + 1] = 2; x[i + 2] = 3; x[i + 3] = 4; }}"

    def neighbours(self, rng, length, start, end, step):
        middle = range(start + 1, end - 1, 2)
        self.reads.update([i - 1 for i in middle] + [i + 1 for i in middle])
        self.writes.update(middle)
        return f"for (int i = {start + 1}; i < {end - 1}; i += 2) x[i] = x[i - 1] + x[i + 1];"

    def table(self, rng, length, start, end, step):
        width = rng.choice((3, 7, 20))
        rows = (end - start) // width
        body = self.touch(rng, range(start, start + rows * width))
        return (f"for (int r = 0; r < {rows}; r++) for (int c = 0; c < {width}; c++) "
                + body.format(f"r * {width} + c + {start}"))

    def column(self, rng, length, start, end, step):
        width = rng.choice((2, 3, 7))
        rows = (end - start) // width
        body = self.touch(rng, range(start, start + rows * width, width))
        return f"for (int r = 0; r < {rows}; r++) " + body.format(f"{width} * r + {start}")

    def throws(self, rng, length, start, end, step):
        last = start + (end - 1 - start) // step * step
        body = self.touch(rng, range(start, last + 1, step))
        return (f"try {{ for (int i = {start}; ; i += {step}) {{ {body.format('i')} sum += 1 / ({last} - i); }} }} "
                "catch (ArithmeticException e) { sum++; }")

    def throws_between(self, rng, length, start, end, step):
        last = start + (end - 2 - start) // 2 * 2
        if last < start:
            return ""
        self.writes.update(range(start, last + 1))
        return (f"try {{ for (int i = {start}; ; i += 2) {{ x[i] = 1; x[i + 1] = 1 / ({last} - i); }} }} "
                "catch (ArithmeticException e) { sum++; }")

    def over_the_end(self, rng, length, start, end, step):
        body = self.touch(rng, range(start, length, step))
        return (f"try {{ for (int i = {start}; ; i += {step}) {body.format('i')} }} "
                "catch (ArrayIndexOutOfBoundsException e) { sum++; }")

    def returns(self, rng, length, start, end, step):
        body = self.touch(rng, range(start, end))
        loop = f"for (int i = {start}; ; i++) {{ {body.format('i')} if (i == {end - 1}) return sum; }}"
        return f"sum += new Object() {{ int go(int[] x) {{ int sum = 1; {loop} }} }}.go(x);"

    def single(self, rng, length, start, end, step):
        return self.touch(rng, [start]).format(start) + " " + self.touch(rng, [end]).format(end)

    def copied(self, rng, length, start, end, step):
        self.writes.update(range(start, end))
        return f"System.arraycopy(new int[{length}], 0, x, {start}, {end - start});"

    def called(self, rng, length, start, end, step):
        body = self.touch(rng, range(start, end))
        return f"for (int i = {start}; i < {end}; i++) {{ {body.format('i')} sum = Math.max(sum, mix(sum, i)); }}"

    def reads_static(self, rng, length, start, end, step):
        """A static field of another class, whose first use may run code that synchronizes."""
        other = rng.choice(("Plain", "Plain", "Noisy"))
        body = self.touch(rng, range(start, end, step))
        return f"for (int i = {start}; i < {end}; i += {step}) {{ {body.format('i')} sum += {other}.zero; }}"

    def never(self, rng, length, start, end, step):
        return f"for (int i = {end}; i < {start}; i++) x[i] = 1;"


SHAPES = [Side.forward, Side.forward, Side.assigned, Side.several_increments, Side.backward, Side.until_break, Side.break_before, Side.do_while,
          Side.sometimes, Side.four_at_once, Side.neighbours, Side.table, Side.column, Side.throws, Side.throws_between,
          Side.over_the_end, Side.returns, Side.single, Side.copied, Side.called,
          Side.reads_static, Side.reads_static, Side.never]


def program(name, seed, cases):
    """The text of a class, which case a line belongs to, and which cases race."""
    rng = random.Random(seed)
    lines = [f"public class {name} {{", "    static int mix(int a, int b) { return a * 31 ^ b + 70000; }",
             "    static class Plain { static int zero; }",
             "    static class Noisy { static int zero; static { synchronized (Noisy.class) { zero = 0; } } }"]
    case_of, racy = {}, set()
    calls = []
    for case in range(cases):
        length = rng.choice((12, 40, 100, 300))
        locked = rng.random() < 0.15
        first, second = Side(rng, length), Side(rng, length)
        race = bool(first.writes & (second.reads | second.writes) or second.writes & first.reads) and not locked
        lines.append(f"    static class C{case} {{")
        kind = rng.randrange(3)  # where the array is
        if kind == 0:
            lines.append(f"        static int[] x = new int[{length}];")
        elif kind == 1:
            lines.append(f"        int[] x = new int[{length}];")
        before = Side(rng, length).text
        lines.append("        %svoid %s(%s) { int sum = 1; %s }" %
                     ("" if kind == 1 else "static ", "before", "int[] x" if kind == 2 else "", before))
        case_of[len(lines)] = case
        for method, side in (("a", first), ("b", second)):
            text = f"synchronized (C{case}.class) {{ {side.text} }}" if locked else side.text
            lines.append("        %svoid %s(%s) { int sum = 1; %s }" %
                         ("" if kind == 1 else "static ", method, "int[] x" if kind == 2 else "", text))
            case_of[len(lines)] = case
        if race:
            racy.add(case)
        if kind == 2:
            body = f"int[] x = new int[{length}]; before(x); pair(() -> a(x), () -> b(x)); before(x);"
        elif kind == 1:
            body = f"C{case} c = new C{case}(); c.before(); pair(c::a, c::b); c.before();"
        else:
            body = f"before(); pair(C{case}::a, C{case}::b); before();"
        lines.append("        static void run() throws Exception { " + body + " }")
        lines.append("    }")
        calls.append(f"C{case}.run();")
    lines += ["    static void pair(Runnable a, Runnable b) throws Exception {",
              "        Thread s = new Thread(a), t = new Thread(b);",
              "        s.start();", "        t.start();", "        s.join();", "        t.join();", "    }",
              "    public static void main(String[] arguments) throws Exception {"]
    lines += ["        " + call for call in calls]
    lines += ['        System.out.println("done");', "    }", "}"]
    return "\n".join(lines) + "\n", case_of, racy
