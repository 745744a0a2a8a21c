#!/usr/bin/env python3
"""Which tests a change can affect, for scripts/test quick: prints lines `test NAME` and `tidy FILE`.

  scripts/lib/affected.py [BASE]

The change is the difference between BASE and the working tree, new files included. Without BASE: what is not
committed, or the last commit when everything is.
"""
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from rooms import ROOT, declared_rooms, visible  # noqa: E402

# What the program runs for the cases of a group (a folder of tests/cases), besides the room of the group's name.
MORE_ROOMS = {"dynamic": {"tools"}, "elixir": {"erlang"}, "smalltalk": {"whole_program"}}
CASES = ROOT.parent / "tests/cases"
# Every case and every golden report goes through these.
EVERYWHERE = {"cli", "cli/check", "cli/replay", "report"}


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT.parent, capture_output=True, text=True,
                          check=True).stdout.split("\n")[:-1]


def changed_files(base):
    untracked = git("ls-files", "--others", "--exclude-standard")
    if base:
        return git("diff", "--name-only", base) + untracked
    return git("diff", "--name-only", "HEAD") + untracked or git("diff", "--name-only", "HEAD~1")


def room_of(path, rooms):
    """The room of a file below src/, or of a file that is compiled into one."""
    if path.startswith("src/"):
        folder = pathlib.PurePath(path).parent
        return next((str(f.relative_to("src")) for f in (folder, *folder.parents) if str(f)[4:] in rooms), "base")
    return None


def affected_tests(files):
    rooms = declared_rooms()
    changed = {room for path in files if (room := room_of(path, rooms))}
    if any(path.startswith(("cmake/", "CMake", "scripts/lib")) for path in files):
        changed.add("base")
    models = {pathlib.PurePath(path).stem for path in files if path.startswith("models/")}
    tests = {"check_rules", "cli"} if changed or models else set()
    for room in rooms:
        if visible(room, rooms) & changed and any((ROOT / room).glob("*_test.cpp")):
            tests.add(room.replace("/", "_") + "_test")
    for group in sorted(folder.name for folder in CASES.iterdir() if folder.is_dir()):
        needed = {room for name in {group} | MORE_ROOMS.get(group, set()) | EVERYWHERE if name in rooms
                  for room in (visible(name, rooms) if name not in EVERYWHERE else {name})}
        if needed & changed or group in models or any(path.startswith(f"tests/cases/{group}/") for path in files):
            tests.add(f"cases_{group}")
    if changed & visible("report", rooms):
        tests.add("report_sarif_schema")
    if any(path.startswith(("rules/", "docs/")) for path in files):
        tests.add("check_rules")
    return tests


def main():
    files = changed_files(sys.argv[1] if len(sys.argv) > 1 else None)
    for test in sorted(affected_tests(files)):
        print("test", test)
    for path in sorted(files):
        if path.startswith("src/") and path.endswith(".cpp") and (ROOT.parent / path).exists():
            print("tidy", path)


main()
