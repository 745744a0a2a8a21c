#!/usr/bin/env python3
"""Makes the packages from a build, installs each into a clean place and runs it there: package_test.py BUILD."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
KERNEL = (ROOT / "examples/exo/stencil_racy.py").read_text()
CHECK_A_RACE = """
import deadheat
from exo.kernels import copy
deadheat.check(copy(racy=False))
try:
    deadheat.check(copy(racy=True))
except deadheat.RaceError as error:
    print("RaceError", error)
"""


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def files_of(package):
    """The files of an installed Debian package that exist; of libraries also what their links name."""
    for line in run("dpkg-query", "-L", package).splitlines():
        path = pathlib.Path(line)
        if path.is_file() and ("/lib" in line or "/etc/ld.so" in line):
            yield path


def dependencies(packages):
    """Packages and everything that they need, of what is installed here."""
    known, todo = set(), list(packages)
    while todo:
        name = todo.pop()
        if name in known or subprocess.run(["dpkg-query", "-W", name], capture_output=True, check=False).returncode != 0:
            continue
        known.add(name)
        needed = run("dpkg-query", "-W", "-f", "${Depends},${Pre-Depends}", name).splitlines()[0]
        todo += [re.split(r"[ (|:]", part.strip())[0] for part in needed.split(",") if part.strip()]
    return known


def make_root(folder, packages):
    """A root with the files of these packages and nothing else: no shell, no deadheat, no other library."""
    for package in packages:
        for path in files_of(package):
            target = folder / str(path).lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
    for name in ("lib", "lib64", "bin"):  # merged, as on Debian
        (folder / "usr" / name).mkdir(parents=True, exist_ok=True)
        if (folder / name).is_dir() and not (folder / name).is_symlink():
            shutil.copytree(folder / name, folder / "usr" / name, dirs_exist_ok=True)
            shutil.rmtree(folder / name)
        (folder / name).symlink_to(f"usr/{name}")
    (folder / "tmp").mkdir()
    (folder / "project").mkdir()
    (folder / "project/kernel.py").write_text(KERNEL)


class PackageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.dist = cls.folder / "dist"
        run(ROOT / "scripts/package", "--build", BUILD, "--output", cls.dist)
        cls.version = re.search(r'DEADHEAT_VERSION "(.*)"', (BUILD / "generated/version_info.h").read_text()).group(1)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def package(self, pattern):
        found = list(self.dist.glob(pattern))
        self.assertEqual(1, len(found), f"{pattern}: {list(self.dist.iterdir())}")
        return found[0]

    def expect_works(self, command, cwd=None):
        self.assertIn(f"deadheat {self.version} (", run(*command, "--version", cwd=cwd))
        kernel = "/project/kernel.py" if cwd is None else "kernel.py"
        done = subprocess.run([*map(str, command), "check", "--isolated", "--format", "json", kernel], capture_output=True,
                              text=True, check=False, cwd=cwd)
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertEqual(["exo-race"], [finding["rule"] for finding in json.loads(done.stdout)["findings"]])

    def chroot(self, folder):
        # With /proc, by which programs find what is installed beside them; a namespace of its own unmounts it again.
        (folder / "proc").mkdir(exist_ok=True)
        command = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"]), "sh", "-c",
                   'mount --rbind /proc "$0/proc" && exec chroot "$0" "$@"', str(folder)]
        if subprocess.run([*command, "/nothing"], capture_output=True, check=False).returncode != 127:
            self.skipTest("no chroot is to be had here")
        return command

    def expect_installed(self, prefix):
        for path in ("bin/deadheat", "share/man/man1/deadheat.1", "share/man/man1/deadheat-check.1",
                     "share/bash-completion/completions/deadheat", "share/zsh/vendor-completions/_deadheat",
                     "share/fish/vendor_completions.d/deadheat.fish", "share/deadheat/models/erlang.toml",
                     "share/deadheat/deadheat.schema.json", "lib/deadheat/libdeadheat_z3.so"):
            self.assertTrue((prefix / path).exists() or (prefix / f"{path}.gz").exists(), path)
        if (BUILD / "bin/libdeadheat_jvm.so").exists():
            self.assertTrue((prefix / "lib/deadheat/libdeadheat_jvm.so").exists())

    def test_tarball_needs_only_the_c_and_cpp_libraries(self):
        root = self.folder / "tarball"
        make_root(root, {"libc6", "libgcc-s1", "libstdc++6"})
        with tarfile.open(self.package("*.tar.gz")) as archive:
            archive.extractall(root / "opt")
        installed = next((root / "opt").iterdir())
        self.expect_installed(installed)
        # What Debian has as an archive is part of the program; only these three are copied beside it.
        copied = {path.name.split(".so")[0] for path in (installed / "lib/deadheat").glob("*.so.*")}
        self.assertLessEqual(copied, {"libfmt", "libroaring", "libtbb"})
        self.expect_works([*self.chroot(root), f"/opt/{installed.name}/bin/deadheat"])

    def test_debian_package(self):
        package = self.package("*.deb")
        needed = run("dpkg-deb", "-f", package, "Depends")
        self.assertIn("libc6", needed)
        names = {re.split(r"[ (|:]", part.strip())[0] for part in needed.split(",")}
        self.assertEqual(set(), {name for name in names if subprocess.run(["dpkg-query", "-W", name], capture_output=True,
                                                                          check=False).returncode != 0})
        root = self.folder / "debian"
        make_root(root, dependencies(names))
        unpacked = self.folder / "unpacked"
        run("dpkg-deb", "-x", package, unpacked)
        self.expect_installed(unpacked / "usr")
        shutil.copytree(unpacked, root, dirs_exist_ok=True)
        self.expect_works([*self.chroot(root), "/usr/bin/deadheat"])

    def test_wheel(self):
        wheel = self.package("*.whl")
        self.assertRegex(wheel.name, rf"^deadheat-{re.escape(self.version)}-py3-none-manylinux_2_\d+_\w+\.whl$")
        if os.confstr("CS_GNU_LIBC_VERSION") == "glibc 2.36":  # built on Debian 12, it runs on Ubuntu 22.04
            self.assertLessEqual(int(re.search(r"manylinux_2_(\d+)", wheel.name).group(1)), 35)
        environment = self.folder / "venv"
        for python in (sys.executable, shutil.which("python3")):
            shutil.rmtree(environment, ignore_errors=True)
            if subprocess.run([python, "-m", "venv", str(environment)], capture_output=True, check=False).returncode == 0:
                break
        else:
            self.skipTest("no Python here can make a virtual environment")
        run(environment / "bin/pip", "install", "--no-index", "--quiet", wheel)
        work = self.folder / "wheel-work"
        work.mkdir()
        (work / "kernel.py").write_text(KERNEL)
        self.expect_works([environment / "bin/deadheat"], cwd=work)
        self.expect_works([environment / "bin/python", "-m", "deadheat"], cwd=work)
        inside = run(environment / "bin/python", "-c", "import deadheat; print(deadheat.find_program())", cwd=work)
        self.assertIn("site-packages/deadheat/bin/deadheat", inside)
        # A procedure with a race, where Exo itself is not installed; the package and its program are those of the wheel.
        raised = run("env", f"PYTHONPATH={ROOT / 'python/tests/stub'}", environment / "bin/python", "-c", CHECK_A_RACE, cwd=work)
        self.assertIn("RaceError", raised)
        self.assertIn("can write a[i] while another reads a[i + 1]", raised)
        run(environment / "bin/pip", "uninstall", "--quiet", "--yes", "deadheat")
        self.assertFalse((environment / "bin/deadheat").exists())

    def test_install(self):
        run("cmake", "--install", BUILD, "--prefix", self.folder / "prefix")
        self.expect_installed(self.folder / "prefix")
        work = self.folder / "install-work"
        work.mkdir()
        (work / "kernel.py").write_text(KERNEL)
        self.expect_works([self.folder / "prefix/bin/deadheat"], cwd=work)


if __name__ == "__main__":
    unittest.main()
