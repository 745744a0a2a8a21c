#!/usr/bin/env python3
"""Makes a Python wheel: the package of python/, with the program and its libraries inside.

    make_wheel.py --tree INSTALLED_TREE --version 1.2.3 --output FOLDER

Written by hand (a wheel is a zip file with four text files of metadata), so that it needs no network and no tool.
"""
import argparse
import base64
import hashlib
import pathlib
import platform
import re
import subprocess
import tomllib
import zipfile

PYTHON = pathlib.Path(__file__).resolve().parents[2] / "python"


def needed_glibc(files):
    """The newest version of the C library that one of the binaries asks for."""
    newest = (2, 17)
    for file in files:
        symbols = subprocess.run(["objdump", "-T", str(file)], capture_output=True, text=True, check=False).stdout
        for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols):
            newest = max(newest, (int(major), int(minor)))
    return newest


def metadata(project, version):
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version}", f"Summary: {project['description']}",
             f"Requires-Python: {project['requires-python']}"]
    for extra, requirements in project.get("optional-dependencies", {}).items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {requirement}; extra == '{extra}'" for requirement in requirements]
    lines += ["Description-Content-Type: text/markdown", "", (PYTHON / "README.md").read_text(encoding="utf-8")]
    return "\n".join(lines)


def entry_points(project):
    sections = {"console_scripts": project.get("scripts", {}), **project.get("entry-points", {})}
    return "".join(f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in entries.items()) + "\n"
                   for name, entries in sections.items())


class Wheel:
    def __init__(self, path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.records = []

    def add(self, name, content, mode=0o644):
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(info, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.records.append(f"{name},sha256={digest},{len(content)}")

    def close(self, record):
        self.zip.writestr(zipfile.ZipInfo(record, (1980, 1, 1, 0, 0, 0)), "\n".join([*self.records, f"{record},,"]) + "\n")
        self.zip.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tree", type=pathlib.Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    options = parser.parse_args()
    project = tomllib.loads((PYTHON / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    binaries = [options.tree / "bin/deadheat", *sorted(file for file in (options.tree / "lib/deadheat").rglob("*") if file.is_file())]
    major, minor = needed_glibc(binaries)
    tag = f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"
    wheel = Wheel(options.output / f"deadheat-{options.version}-{tag}.whl")
    for source in sorted((PYTHON / "deadheat").glob("*.py")):
        wheel.add(f"deadheat/{source.name}", source.read_bytes())
    for file in binaries:
        wheel.add(f"deadheat/{file.relative_to(options.tree)}", file.read_bytes(), 0o755)
    info = f"deadheat-{options.version}.dist-info"
    wheel.add(f"{info}/METADATA", metadata(project, options.version).encode())
    wheel.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: deadheat\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
    wheel.add(f"{info}/entry_points.txt", entry_points(project).encode())
    wheel.close(f"{info}/RECORD")


main()
