#!/usr/bin/env python3
"""Checks that every rule has a page, at least one case that expects it and one that says 'ok: RULE'."""
import argparse
import pathlib
import subprocess
import sys

import case_comments

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases"


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
        if not (ROOT / "rules" / f"{rule}.md").exists():
            problems.append(f"{rule}: no page rules/{rule}.md")
        if rule not in bad:
            problems.append(f"{rule}: no case expects it")
        if rule not in ok:
            problems.append(f"{rule}: no case has 'ok: {rule}'")
    problems += [f"{rule}: expected by a case, but there is no such rule" for rule in sorted((bad | ok) - set(rules))]
    for page in sorted((ROOT / "rules").glob("*.md")):
        if page.stem not in rules:
            problems.append(f"rules/{page.name}: there is no such rule")
    print("\n".join(problems))
    print(f"{len(rules)} rules checked, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
