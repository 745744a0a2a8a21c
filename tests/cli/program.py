"""What the tests of the program share: a folder of their own, and a way to run it."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""

RACY = """@proc
def racy(n: size, A: f32[n]):
    for t in fork(2):
        A[0] = 1.0
"""
CLEAN = """@proc
def clean(A: f32[2]):
    for t in fork(2):
        A[t] = 1.0
"""


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, path, text):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, bytes):
            target.write_bytes(text)
        else:
            target.write_text(text)
        return target

    def run_program(self, *arguments, environment=None, stdin=""):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, timeout=300, check=False,
                              input=stdin, text=True, errors="replace", env={**os.environ, **(environment or {})})

    def expect(self, status, *arguments, out="", err="", **options):
        result = self.run_program(*arguments, **options)
        self.assertEqual(status, result.returncode, result.stdout + result.stderr)
        self.assertIn(out, result.stdout)
        self.assertIn(err, result.stderr)
        return result


def main():
    global PROGRAM
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
