"""What the program found, as Python values that show themselves in a terminal, a test or a notebook."""
import html
import re

RACES = ("exo-race", "exo-barrier-divergence")


class Access:
    """One of the accesses that race.

    kind         "read", "write", "update" or "other"
    description  "writes A[i + 1]"
    line         of the text that was checked (`Report.text`)
    code         that line
    cursor       an Exo cursor to the statement in the procedure that was checked; inside a callee, to the call
    filename     the Python place of the statement, as Exo knows it; None where Exo does not
    lineno
    """

    def __init__(self, json_access, text, cursor_of):
        self.kind = json_access["kind"]
        self.description = json_access["description"]
        self.thread = json_access["thread"]
        self.procedure = json_access["symbol"]
        self.line = json_access["place"]["line"]
        self.code = text.line(self.line).strip()
        # Innermost first; the last one is in the procedure that was checked.
        self.lines = [frame["place"]["line"] for frame in json_access["stack"]] or [self.line]
        self.cursor = cursor_of(self.lines[-1])
        self.filename, self.lineno = _python_place(text, self.line)

    @property
    def python_place(self):
        return f"{self.filename}:{self.lineno}" if self.filename else ""

    def __repr__(self):
        at = f" ({self.python_place})" if self.filename else ""
        return f"{self.thread} {self.description}{at}"


def _python_place(text, line):
    origin = text.origins.get(line)
    info = getattr(origin.node, "srcinfo", None) if origin is not None else None
    if info is None or not info.lineno or info.filename == "unknown":
        return None, None
    return info.filename, info.lineno


class Finding:
    """One finding of the program: rule, message, accesses, hint and a witness."""

    def __init__(self, json_finding, text, cursor_of):
        self.rule = json_finding["rule"]
        self.level = json_finding["level"]
        self.message = json_finding["message"]
        self.hint = json_finding["hint"]
        self.line = json_finding["place"]["line"]
        self.shared = json_finding["shared"]["name"]
        self.accesses = [Access(one, text, cursor_of) for one in json_finding["accesses"]]
        witness = json_finding["witness"]
        self.witness = {one["name"]: one["value"] for one in witness["values"]} if witness else {}
        self.related = [(one["place"]["line"], one["message"]) for one in json_finding["related"]]
        loop = re.search(r"loop at line (\d+)", self.message)
        self.loop_line = int(loop.group(1)) if loop else self.line  # of the parallel loop

    def __repr__(self):
        return f"{self.rule}: {self.message}"


def _values(witness):
    """n = 2; first iteration: i = 0, k = 1; second iteration: i = 1: each owner is named once."""
    groups = {}
    for name, value in witness.items():
        owner, _, variable = name.rpartition(": ")
        groups.setdefault(owner, []).append(f"{variable} = {value}")
    return "; ".join((f"{owner}: " if owner else "") + ", ".join(values) for owner, values in groups.items())


def _mark(marks, line, color, note):
    """Several things can happen in one line; a write gives it its colour."""
    known, notes = marks.get(line, (color, ""))
    if note not in notes:
        notes = f"{notes}; {note}" if notes else note
    marks[line] = (color if color == "#ffd0d0" else known, notes)


def _code(text):
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", text)


def _listing(text, marks):
    """The lines of the text with what happens there. Definitions in which nothing happens are folded."""
    definitions = []
    for number, line in enumerate(text.splitlines()[1:], start=2):
        after_decorator = definitions and definitions[-1][-1][1].startswith("@")
        if not definitions or (not line.startswith(" ") and not after_decorator):
            definitions.append([])
        definitions[-1].append((number, line))
    parts = []
    for lines in definitions:
        rows = "".join(_row(number, line, *marks.get(number, ("", ""))) for number, line in lines)
        if any(number in marks for number, _ in lines):
            parts.append(rows)
        else:
            head = next((line for _, line in lines if not line.startswith("@")), lines[0][1])
            parts.append(f"<details><summary>{html.escape(head)}</summary>{rows}</details>")
    return "".join(parts)


def _row(number, line, color, note):
    style = f" style='background:{color};color:#000'" if color else ""
    note = f" <span style='color:#a00'>&#8592; {html.escape(note)}</span>" if note else ""
    return f"<div{style}><span style='color:#888'>{number:4}</span>  {html.escape(line)}{note}</div>"


class Report:
    """The result of a check. True when no race was found and everything was decided."""

    def __init__(self, name, text, json_report, text_report, messages, cursor_of):
        self.name = name
        self.text = text.text
        self.json = json_report
        self.findings = [Finding(one, text, cursor_of) for one in json_report["findings"]]
        self.races = [one for one in self.findings if one.rule in RACES]
        self.undecided = [one for one in self.findings if one.rule == "exo-unknown"]
        self.messages = messages.strip()
        # Line and message of what was not analysed and is no finding; line 0 where it has none.
        self.problems = [(one["place"]["line"] if one["place"] else 0, one["message"])
                         for one in json_report["diagnostics"]
                         if one["severity"] == "error" and not one["message"].startswith("undecided: ")]
        self.complete = not json_report["summary"]["incomplete"] and not self.undecided
        self._text_report = text_report

    def __bool__(self):
        return self.complete and not self.races

    def __str__(self):
        out = self._text_report.rstrip()
        places = []
        for finding in self.findings:
            for access in finding.accesses:
                line = f"   line {access.line} comes from {access.python_place}"
                if access.filename and line not in places:
                    places.append(line)
        if places:
            out += "\nwhere the statements come from:\n" + "\n".join(places)
        if not self.complete and self.messages:
            out += "\n" + self.messages
        return out

    def __repr__(self):
        state = "no race" if self else f"{len(self.races)} races" if self.races else "not decided"
        return f"<deadheat report of {self.name}: {state}>"

    def _title(self):
        if self.races:
            return f"{self.name}: {len(self.races)} race{'s' if len(self.races) > 1 else ''}"
        return f"{self.name}: no race" if self else f"{self.name}: not decided"

    def _repr_markdown_(self):
        parts = [f"**{self._title()}**"]
        for finding in self.findings:
            parts.append(f"- `{finding.rule}`: {finding.message}")
            for access in finding.accesses:
                at = f" ({access.python_place})" if access.filename else ""
                parts.append(f"  - {access.thread}: `{access.code}`{at}")
            if finding.witness:
                parts.append(f"  - with {_values(finding.witness)}")
            if finding.hint:
                parts.append(f"  - *help:* {finding.hint}")
        return "\n".join(parts)

    def _repr_html_(self):
        marks = {}
        for finding in self.findings:
            for access in finding.accesses:
                _mark(marks, access.line, "#ffd0d0" if access.kind != "read" else "#ffe4c4",
                      f"{access.thread} {access.description}")
        for finding in self.findings:
            for line, message in finding.related:
                if line not in marks:
                    _mark(marks, line, "#fff3c4", message)
        findings = []
        for finding in self.findings:
            with_ = html.escape(_values(finding.witness))
            findings.append(f"<li><b>{html.escape(finding.message)}</b>" + (f"<br>with {with_}" if with_ else "") +
                            (f"<br><i>{_code(html.escape(finding.hint))}</i>" if finding.hint else "") + "</li>")
        color = "#080" if self else "#b00"
        return (f"<div style='font-family:sans-serif'><b style='color:{color}'>{html.escape(self._title())}</b>"
                f"<ul>{''.join(findings)}</ul><pre style='line-height:1.35;overflow-x:auto'>{_listing(self.text, marks)}</pre></div>")


class CheckError(Exception):
    """A check that did not come out clean; its text is the report.

    report    the whole Report
    findings  what was found, each with its accesses (Exo cursors and Python places)
    """

    def __init__(self, report):
        super().__init__(str(report))
        self.report = report
        self.findings = report.findings

    @property
    def accesses(self):
        """The accesses of the first race."""
        return self.report.races[0].accesses if self.report.races else []

    def _repr_markdown_(self):
        return self.report._repr_markdown_()

    def _repr_html_(self):
        return self.report._repr_html_()


class RaceError(CheckError):
    """Threads of a parallel loop can race, or not all of them reach a barrier."""


class UndecidedError(CheckError):
    """No race was found, but the check is not complete: that is never taken for safe."""
