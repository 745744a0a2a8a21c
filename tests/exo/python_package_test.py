#!/usr/bin/env python3
"""Runs the tests of python/: python_package_test.py PROGRAM. They are skipped, with a word, where exo-lang is absent."""
import os
import pathlib
import subprocess
import sys

folder = pathlib.Path(__file__).resolve().parents[2] / "python"
environment = {**os.environ, "DEADHEAT_BINARY": str(pathlib.Path(sys.argv[1]).resolve()),
               "PYTHONPATH": f"{folder}{os.pathsep}{folder / 'tests'}"}
python = os.environ.get("DEADHEAT_EXO_PYTHON", sys.executable)
modules = ["test_deadheat", "test_plugin"]
sys.exit(subprocess.run([python, "-m", "unittest", "-v", *modules], cwd=folder / "tests", env=environment,
                        check=False).returncode)
