"""The rooms of src/ and what they depend on, read from the dh_room() lines of the CMake files."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2] / "src"
ROOM = re.compile(r"^\s*dh_room\(([\w/]+)(.*?)\)", re.MULTILINE | re.DOTALL)
# Libraries that are no dh_room: the agent links its sources itself, the clients of Z3 and libarchive are loaded at run time.
OTHER_LIBRARIES = {"jvm/agent": {"jvm", "tools"}, "exo/z3": {"exo/solver"}, "fleet/archive": {"fleet"},
                   "native/inline": {"native"}, "native/runtime": {"native"}}


def declared_rooms():
    rooms = dict(OTHER_LIBRARIES)
    for path in ROOT.rglob("CMakeLists.txt"):
        for name, rest in ROOM.findall(path.read_text(encoding="utf-8")):
            deps = re.search(r"\bDEPS((?:\s+[\w/]+)+?)(?=\s+(?:LIBS|EXCLUDE)\b|\s*$)", rest)
            rooms[name] = set(deps.group(1).split()) if deps else set()
    return rooms


def visible(room, rooms):
    """The rooms that `room` may include: itself and all that it depends on."""
    seen, stack = set(), [room]
    while stack:
        name = stack.pop()
        if name in seen or name == "parallel":  # a second target of base
            continue
        if name not in rooms:
            sys.exit(f"src/{room} depends on {name}, which no dh_room() declares")
        seen.add(name)
        stack.extend(rooms[name])
    return seen | {"base"}
