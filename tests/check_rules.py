#!/usr/bin/env python3
"""Checks that every rule has a page with the usual headings, a case that expects it and a case with 'ok: RULE'."""
import argparse
import pathlib
import subprocess
import sys

import case_comments

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases"
# Every page has these headings in this order (docs/adding-a-rule.md).
HEADINGS = [
    "What goes wrong",
    "Example",
    "How to fix it",
    "What is reported",
    "When it is not a bug",
    "Limits",
]


def problems_of_page(rule):
    page = ROOT / "rules" / f"{rule}.md"
    if not page.exists():
        return [f"{rule}: no page rules/{rule}.md"]
    text = page.read_text(encoding="utf-8")
    problems = []
    if not text.startswith(f"# {rule}\n"):
        problems.append(f"rules/{rule}.md: the first line is not '# {rule}'")
    headings = [line[3:].strip() for line in text.splitlines() if line.startswith("## ")]
    if headings != HEADINGS:
        problems.append(f"rules/{rule}.md: expected the headings {', '.join(HEADINGS)}; found {', '.join(headings)}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(ROOT / "build/release/bin/deadheat"))
    listing = subprocess.run([parser.parse_args().binary, "rules"], capture_output=True, text=True, check=True)
    rules = [line.split()[0] for line in listing.stdout.splitlines()]
    bad, ok = set(), set()
    for group in sorted(p for p in CASES.iterdir() if p.is_dir()):
        for case in case_comments.cases_of(group):
            for directive in case_comments.read_case(case):
                if directive.kind == "expect":
                    bad.add(directive.rule)
                elif directive.kind == "ok":
                    ok.add(directive.text)
    problems = []
    for rule in rules:
        problems += problems_of_page(rule)
        if rule not in bad:
            problems.append(f"{rule}: no case expects it")
        if rule not in ok:
            problems.append(f"{rule}: no case has 'ok: {rule}'")
    problems += [f"{rule}: expected by a case, but not a rule" for rule in sorted((bad | ok) - set(rules))]
    for page in sorted((ROOT / "rules").glob("*.md")):
        if page.stem not in rules:
            problems.append(f"rules/{page.name}: not the page of a rule")
    print("\n".join(problems))
    print(f"{len(rules)} rules checked, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
