#!/usr/bin/env python3
"""The README shows what deadheat prints.

    tests/readme_test.py PROGRAM [--update]

Runs every block that begins with `$ deadheat` from the top of the repository and compares the rest of the block with
what is printed. Programs under `deadheat run` are left out: what they print depends on the schedule. --update writes
what is printed into the README.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```\n\$ (deadheat (?!run )[^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def printed(program, command):
    shell = re.sub(r"^deadheat", lambda _: f'"{program}"', command)
    done = subprocess.run(shell, shell=True, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=120, check=False)
    return done.stdout


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    wrong = []

    def replaced(match):
        now = printed(program, match[1])
        if now != match[2]:
            wrong.append(match[1])
        return f"```\n$ {match[1]}\n{now}```"

    new, count = BLOCK.subn(replaced, text)
    if "--update" in sys.argv[2:]:
        readme.write_text(new, encoding="utf-8")
        print(f"{len(wrong)} of {count} blocks updated")
        return 0
    for command in wrong:
        print(f"README.md: `{command}` prints something else; tests/readme_test.py PROGRAM --update writes it")
    print(f"{count - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong or count == 0 else 0


sys.exit(main())
