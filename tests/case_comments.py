"""The directives in the comments of case inputs: reading and rewriting them."""
import dataclasses
import pathlib
import re

LANGUAGES = pathlib.Path(__file__).resolve().parent.parent / "src/source/languages.def"


def openers_by_ending():
    """Comment openers by file ending, from the table of languages; a directive stands right after one."""
    openers = {".hrl": ["%"], ".gleam": ["//"], ".std": ["#"], ".toml": ["#"]}
    for entry in LANGUAGES.read_text(encoding="utf-8").split("\nDH_LANGUAGE(")[1:]:
        texts = [text.replace('\\"', '"') for text in re.findall(r'"((?:[^"\\]|\\.)*)"', entry)]
        files, comments = texts[2], texts[5]
        for ending in set(files.replace("?", "").split("|")) - {".beam", ".ez"}:
            openers[ending] = [opener for opener in comments.split("|") if opener not in ("*", "&quot;")]
            if ending in (".st", ".pst", ".xml"):  # may be XML
                openers[ending].append("<!--")
    return openers


OPENERS = openers_by_ending()
CLOSERS = {"//": "", "/*": " */", '"': '"', "<!--": " -->"}
KINDS = "expect-diagnostic|expect|access|related|ok|command|args|exit"
CONFIDENCE = re.compile(r"confidence(<|>=)(\d+)$")
DIRECTIVE = re.compile(rf"({KINDS})(?:\[(\w+)\])?(?::\s*(.*))?$")


@dataclasses.dataclass
class Directive:
    kind: str
    tag: str
    text: str
    path: str
    line: int
    source: str
    rule: str = ""
    level: str = ""
    texts: tuple = ()
    least: int = 0  # confidence
    below: int = 101


def cases_of(group):
    """Files and folders directly below a group; notes and helpers of the group are not cases."""
    return sorted(p for p in group.iterdir()
                  if not p.name.startswith((".", "_")) and p.suffix not in (".md",) and
                  (p.is_dir() or p.suffix in OPENERS or p.suffix in (".beam", ".trace")) and p.name != "deadheat.toml")


def files_of(case):
    if case.is_file():
        return [case]
    return sorted(p for p in case.rglob("*") if p.is_file() and p.suffix in OPENERS)


def comment_of(line, openers):
    """(start of the comment, its opener, its text without closer) for the last comment with a directive."""
    best = None
    for opener in openers:
        for found in re.finditer(re.escape(opener) + r"+\s*(?=(?:" + KINDS + r")\b)", line):
            text = line[found.end():]
            for closer in ("*/", "-->"):
                text = text.split(closer)[0]
            if opener == '"':
                text = text[:text.rfind('"')] if '"' in text else text
            candidate = (found.start(), opener, text.strip())
            if DIRECTIVE.match(candidate[2].split(";")[0].strip()) and (best is None or candidate[0] < best[0]):
                best = candidate
    return best


def parse_directive(text, path, number):
    found = DIRECTIVE.match(text)
    if not found:
        raise SystemExit(f"{path}:{number}: not a directive: {text}")
    kind, tag, rest = found.group(1), found.group(2) or "", (found.group(3) or "").strip()
    directive = Directive(kind, tag, rest, path, number, text)
    if kind == "expect":
        directive.texts = tuple(re.findall(r"'([^']*)'|\"([^\"]*)\"", rest))
        directive.texts = tuple(a or b for a, b in directive.texts)
        words = re.sub(r"'[^']*'|\"[^\"]*\"", "", rest).split()
        directive.rule = words[0]
        for word in words[1:]:
            bound = CONFIDENCE.match(word)
            if bound and bound.group(1) == "<":
                directive.below = int(bound.group(2))
            elif bound:
                directive.least = int(bound.group(2))
            elif word in ("note", "warning", "error"):
                directive.level = word
            else:
                raise SystemExit(f"{path}:{number}: neither a level nor a confidence: {word}")
    return directive


def lines_of(path):
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    return re.split(r"\r\n|\r|\n", text)


def read_case(case):
    directives = []
    for path in files_of(case):
        if path.suffix not in OPENERS:
            continue
        shown = case.name if case.is_file() else str(pathlib.PurePath(case.name, path.relative_to(case)))
        for number, line in enumerate(lines_of(path), 1):
            comment = comment_of(line, OPENERS[path.suffix])
            if comment is None:
                continue
            for part in comment[2].split(";"):
                if part.strip():
                    directives.append(parse_directive(part.strip(), shown, number))
    return directives


def rewrite_case(case, report):
    """Writes the report's findings into the comments. Texts, levels and confidences that were asked for are lost: review."""
    wanted = {}

    def note(path, line, text):
        wanted.setdefault((path, line), []).append(text)

    several = len(report["findings"]) > 1
    for index, finding in enumerate(report["findings"]):
        tag = f"[{chr(ord('a') + index % 26)}{index // 26 or ''}]" if several else ""
        place = finding["place"]
        note(place["path"], place["line"], f"expect{tag}: {finding['rule']}")
        for access in finding["accesses"]:
            there = access["place"]
            if (there["path"], there["line"]) != (place["path"], place["line"]):
                note(there["path"], there["line"], f"access{tag}: {access['kind']}")
        for related in finding.get("related", []):
            note(related["place"]["path"], related["place"]["line"], f"related{tag}")
    for path in files_of(case):
        if path.suffix in OPENERS:
            shown = case.name if case.is_file() else str(pathlib.PurePath(case.name, path.relative_to(case)))
            rewrite_file(path, shown, wanted)


def rewrite_file(path, shown, wanted):
    raw = path.read_bytes().decode("utf-8", "surrogateescape")
    parts = re.split(r"(\r\n|\r|\n)", raw)
    opener = OPENERS[path.suffix][0]
    for i in range(0, len(parts), 2):
        line, number = parts[i], i // 2 + 1
        kept = []
        comment = comment_of(line, OPENERS[path.suffix])
        if comment is not None:
            kept = [p.strip() for p in comment[2].split(";")
                    if not re.match(r"(expect|access|related)(\[|:|$)", p.strip())]
            line = line[:comment[0]].rstrip()
        texts = sorted(set(wanted.get((shown, number), []))) + [k for k in kept if k]
        if texts:
            gap = "  " if line.strip() else ""
            line = f"{line}{gap}{opener}{'' if opener == chr(34) else ' '}{'; '.join(texts)}{CLOSERS.get(opener, '')}"
        parts[i] = line
    path.write_bytes("".join(parts).encode("utf-8", "surrogateescape"))
