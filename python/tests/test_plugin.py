"""`pytest --deadheat-exo` on a small project, with the real Exo or, where it is not installed, with a stub of it.
Skipped, with a word, where pytest or the program is not installed."""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
HAS_EXO = importlib.util.find_spec("exo") is not None
MISSING = "" if importlib.util.find_spec("pytest") else "pytest is not installed"
try:
    import deadheat
    deadheat.find_program()
except Exception as error:  # the program
    MISSING = str(error)

REAL_KERNELS = '''
from __future__ import annotations
from exo import proc
from exo.stdlib.scheduling import parallelize_loop

@proc
def racy_kernel(n: size, a: f32[n + 1], b: f32[n]):
    for i in seq(0, n):
        a[i] = a[i + 1]

@proc
def safe_kernel(n: size, a: f32[n + 1], b: f32[n]):
    for i in seq(0, n):
        a[i] = b[i]

def copy(racy):
    kernel = racy_kernel if racy else safe_kernel
    return parallelize_loop(kernel, kernel.find_loop("i"))
'''
TESTS = '''
import pytest
from kernels_here import copy

def test_safe():
    copy(racy=False)

def test_racy():
    copy(racy=True)

def test_the_same_again():
    copy(racy=False)

def test_fails_by_itself():
    assert copy(racy=False) is None

@pytest.fixture
def racy():
    return copy(racy=True)

def test_racy_from_a_fixture(racy):
    pass

def test_without_exo():
    pass
'''


@unittest.skipIf(MISSING, MISSING)
class PluginTest(unittest.TestCase):
    def run_project(self, *options, kernels=None, tests=TESTS):
        with tempfile.TemporaryDirectory() as folder:
            if kernels is None:
                kernels = REAL_KERNELS if HAS_EXO else "from exo.kernels import copy\n"
            (pathlib.Path(folder) / "kernels_here.py").write_text(kernels)
            (pathlib.Path(folder) / "test_project.py").write_text(tests)
            paths = [str(HERE.parent)] + ([] if HAS_EXO else [str(HERE / "stub")])
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
            command = [sys.executable, "-m", "pytest", "-p", "deadheat.pytest_plugin", "-p", "no:cacheprovider", "-rA",
                       "--color=no", *options]
            return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)

    def test_a_race_fails_the_test_that_makes_it(self):
        done = self.run_project("--deadheat-exo")
        outcome = {line.split("::")[1].split()[0]: line.split()[0] for line in done.stdout.splitlines()
                   if line.startswith(("PASSED", "FAILED", "ERROR"))}
        self.assertEqual(outcome, {
            "test_safe": "PASSED", "test_racy": "FAILED", "test_the_same_again": "PASSED",
            "test_fails_by_itself": "FAILED", "test_racy_from_a_fixture": "FAILED", "test_without_exo": "PASSED"
        }, done.stdout + done.stderr)
        self.assertIn("can write a[i] while another reads a[i + 1]", done.stdout)
        self.assertIn("deadheat: 2 procedures with par loops checked, 1 with races, 0 not decided", done.stdout)
        self.assertEqual(done.returncode, 1)

    def test_a_race_that_a_file_makes_on_import_is_an_error_of_the_file(self):
        done = self.run_project("--deadheat-exo", tests="from kernels_here import copy\ncopy(racy=True)\n\ndef test(): pass\n")
        self.assertIn("ERROR collecting test_project.py", done.stdout, done.stderr)
        self.assertIn("can write a[i] while another reads a[i + 1]", done.stdout)
        self.assertEqual(done.returncode, 2)

    def test_without_the_option_nothing_is_checked(self):
        done = self.run_project(tests=TESTS.replace("copy(racy=False) is None", "True"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("deadheat:", done.stdout)


if __name__ == "__main__":
    unittest.main()
