"""The `deadheat` command of the wheel: becomes the program inside."""
import os
import sys

from .program import ProgramError, find_program


def main():
    try:
        program = find_program()
    except ProgramError as error:
        sys.exit(f"deadheat: {error}")
    if os.path.realpath(program) == os.path.realpath(sys.argv[0]):
        sys.exit("deadheat: this installation has no program inside; install a wheel that scripts/package made")
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
