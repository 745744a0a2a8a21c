"""The three calls."""
import collections
import html
import re

from .interchange import Text, loops_of
from .program import run_program
from .report import RACES, RaceError, Report, UndecidedError


def _ir_of(proc):
    ir = getattr(proc, "_loopir_proc", None)
    if ir is None:
        raise TypeError(f"expected a Procedure of Exo, got {type(proc).__name__}")
    return ir


def _cursor(proc, path):
    """The public cursor of Exo to the statement at a path."""
    from exo.API_cursors import lift_cursor
    node = proc._root()
    for attribute, index in path:
        node = node._child_node(attribute, index)
    return lift_cursor(node, proc)


def _cursor_finder(procs, text):
    by_ir = {id(_ir_of(proc)): proc for proc in procs}

    def cursor_of(line):
        origin = text.origins.get(line)
        if origin is None or not origin.path:
            return None
        proc = by_ir.get(id(origin.ir_proc))
        return None if proc is None else _cursor(proc, origin.path)

    return cursor_of


def check_all(procs, options=()):
    """Checks several procedures at once. Returns a Report and raises nothing."""
    procs = list(procs)
    text = Text()
    for proc in procs:
        text.proc(_ir_of(proc))
    name = procs[0].name() if len(procs) == 1 else f"{len(procs)} procedures"
    report, as_text, messages = run_program(text.text, f"exo:{name}", options)
    return Report(name, text, report, as_text, messages, _cursor_finder(procs, text))


def _raise_unless_clean(report):
    if report.races:
        raise RaceError(report)
    if not report.complete:
        raise UndecidedError(report)
    return report


def check(proc, options=()):
    """Raises RaceError when threads of a parallel loop of the procedure (or of one it calls) can race, UndecidedError
    when that could not be decided. Returns the report otherwise. `options` go to `deadheat check`."""
    return _raise_unless_clean(check_all([proc], options))


# In the text that was checked; the user knows the loop by its name.
_PAR_LOOP = re.compile(r"the par loop at line \d+")


class LoopVerdict:
    """Whether one loop may be made parallel.

    loop      an Exo cursor to the loop
    name      of its variable; "i #1" for the second loop of that name, as Exo's find_loop counts them
    parallel  True: no two iterations can race
    reason    why not; empty when it may
    finding   the race, or what could not be decided; None when it may
    """

    def __init__(self, cursor, name, is_par, finding, problem=""):
        self.loop = cursor
        self.name = name
        self.is_par = is_par
        self.finding = finding
        self.parallel = finding is None and not problem
        self.reason = problem or ("" if finding is None else _PAR_LOOP.sub(f"the loop {name}", finding.message))

    def __bool__(self):
        return self.parallel

    def __repr__(self):
        return f"{self.name}: {'may be parallel' if self.parallel else self.reason}"


class LoopVerdicts(list):
    """The loops of a procedure in the order of its text."""

    def __str__(self):
        return "\n".join(repr(one) for one in self)

    def _repr_markdown_(self):
        rows = ["| loop | may be parallel | why not |", "|---|---|---|"]
        for one in self:
            reason = one.reason.replace("|", "\\|")
            rows.append(f"| `{one.name}` | {'yes' if one.parallel else 'no'} | {reason} |")
        return "\n".join(rows)

    def _repr_html_(self):
        rows = "".join(
            f"<tr><td><code>{html.escape(one.name)}</code></td>"
            f"<td style='color:{'#080' if one.parallel else '#b00'}'>{'yes' if one.parallel else 'no'}</td>"
            f"<td style='text-align:left'>{html.escape(one.reason)}</td></tr>" for one in self)
        return f"<table><tr><th>loop</th><th>may be parallel</th><th style='text-align:left'>why not</th></tr>{rows}</table>"


def _check_loops(proc, loops, options=()):
    """One copy of the procedure for each loop, in which only that loop is parallel; all in one run."""
    ir = _ir_of(proc)
    text = Text()
    ranges = []
    copies = []
    for number, (path, _) in enumerate(loops):
        name = ir.name if len(loops) == 1 else f"{ir.name}_loop_{number}"
        unique, first, last = text.proc(ir, loop_to_parallelize=path, name=name)
        ranges.append((first, last))
        copies.append(unique)
    report, as_text, messages = run_program(text.text, f"exo:{proc.name()}", options)
    report = _replace_words(report, re.compile(rf"\b({'|'.join(map(re.escape, copies))})\b"), ir.name)
    return Report(proc.name(), text, report, as_text, messages, _cursor_finder([proc], text)), ranges


def _replace_words(value, words, by):
    """The report speaks of the procedure of the user, not of its copies."""
    if isinstance(value, dict):
        return {key: _replace_words(one, words, by) for key, one in value.items()}
    if isinstance(value, list):
        return [_replace_words(one, words, by) for one in value]
    return words.sub(by, value) if isinstance(value, str) else value


def _lines_of(finding):
    """Every line that belongs to a finding: the accesses may be in callees, the calls and the loop are not."""
    yield finding.line
    yield finding.loop_line
    for access in finding.accesses:
        yield access.line
        yield from access.lines


def _blocking(report, first, last):
    """What keeps the loop of the copy in these lines from being parallel: a race before what is not decided."""
    found = None
    for finding in report.findings:
        if finding.rule not in RACES and finding.rule != "exo-unknown":
            continue
        if any(first <= line <= last for line in _lines_of(finding)):
            if finding.rule in RACES:
                return finding
            found = found or finding
    return found


def parallelizable(proc, options=()):
    """Every loop of the procedure, with whether it may be made parallel and why not."""
    loops = loops_of(_ir_of(proc))
    result = LoopVerdicts()
    if not loops:
        return result
    from .interchange import is_parallel
    report, ranges = _check_loops(proc, loops, options)
    seen = collections.Counter()
    for index, (path, stmt) in enumerate(loops):
        finding = _blocking(report, *ranges[index])
        problem = "" if finding is not None else _problem_in(report, ranges, index)
        name = str(stmt.iter)
        number = seen[name]
        seen[name] += 1
        name = f"{name} #{number}" if number else name
        result.append(LoopVerdict(_cursor(proc, path), name, is_parallel(stmt), finding, problem))
    return result


def _problem_in(report, ranges, number):
    """An error of the program that keeps the copy of this number from being known to be checked: one in its lines, or
    one that is in no copy (in a procedure that all of them call, or a limit of time or memory)."""
    for line, message in report.problems:
        owner = next((n for n, (first, last) in enumerate(ranges) if first <= line <= last), None)
        if owner is None or owner == number:
            return message
    return ""


def parallel(proc, loop, options=()):
    """`parallelize_loop(proc, loop)`, except that it raises RaceError when two iterations of the loop can race."""
    from exo.stdlib.scheduling import parallelize_loop
    cursor = proc.find_loop(loop) if isinstance(loop, str) else proc.forward(loop)
    path = list(cursor._impl._path)
    report, ranges = _check_loops(proc, [(path, cursor._impl._node)], options)
    finding = _blocking(report, *ranges[0])
    if finding is not None and finding.rule in RACES:
        raise RaceError(report)
    if finding is not None or _problem_in(report, ranges, 0):
        raise UndecidedError(report)
    return parallelize_loop(proc, cursor)
