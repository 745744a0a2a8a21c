"""Finds and runs the deadheat program."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile


class ProgramError(Exception):
    """The program cannot be found, or did not do its work."""


def find_program():
    """The path of the program: DEADHEAT_BINARY, the copy inside the package, PATH."""
    named = os.environ.get("DEADHEAT_BINARY")
    if named:
        if not os.access(named, os.X_OK):
            raise ProgramError(f"DEADHEAT_BINARY is '{named}', which is not a program")
        return named
    inside = pathlib.Path(__file__).parent / "bin" / "deadheat"
    if os.access(inside, os.X_OK):
        return str(inside)
    found = shutil.which("deadheat")
    if found is None:
        raise ProgramError("the deadheat program was not found: install it, or set DEADHEAT_BINARY to its path")
    return found


def run_program(text, name, options=()):
    """Checks Exo text. Returns the JSON report, the text report and what the program wrote to standard error."""
    with tempfile.TemporaryDirectory(prefix="deadheat-") as folder:
        as_text = pathlib.Path(folder) / "report.txt"
        # All diagnostics: each one can belong to another loop.
        command = [find_program(), "check", "-", "--language", "exo", "--stdin-path", name, "--format", "json",
                   "--all-diagnostics", "--output", f"text={as_text}", *options]
        done = subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", check=False)
        if done.returncode not in (0, 1, 3) or not done.stdout:
            raise ProgramError(f"deadheat ended with status {done.returncode}:\n{done.stderr.strip()}")
        report = json.loads(done.stdout)
        return report, as_text.read_text(encoding="utf-8"), done.stderr
