"""What the tests of `deadheat fleet` share: small projects, runs of the program, and the contents of a database."""
import contextlib
import io
import pathlib
import sqlite3
import subprocess
import sys
import tarfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import program  # noqa: E402

TABLES = ("runs", "projects", "files", "findings", "accesses", "diagnostics")  # all but measurements


def contents(database):
    """Every row of a merged database that does not depend on time."""
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return {table: connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in TABLES}


def rows(database, sql):
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return connection.execute(sql).fetchall()


def tar_of(path, entries):
    """Writes a .tar.gz; an entry is a name and its bytes."""
    with tarfile.open(path, "w:gz") as archive:
        for name, data in entries:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))


class FleetTest(program.ProgramTest):
    def git(self, folder, *arguments):
        done = subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@localhost", "-c", "init.defaultBranch=main",
                               *arguments], cwd=folder, capture_output=True, check=True, text=True)
        return done.stdout.strip()

    def make_projects(self, count):
        """Folders p01, p02, ...: every third has a race, every fifth nothing to analyse."""
        for i in range(1, count + 1):
            text = program.RACY if i % 3 == 0 else program.CLEAN
            self.write(f"all/p{i:02}/a.py" if i % 5 else f"all/p{i:02}/README", text)

    def plan(self, *arguments, shards=2, **options):
        return self.expect(0, "fleet", "plan", *arguments, "-o", "plan.json", "--shards", str(shards), **options)

    def run_all(self, into, *options, status=0, **more):
        return self.expect(status, "fleet", "run", "plan.json", "--into", into, *options, **more)

    def merged(self, into, name="run"):
        self.expect(0, "fleet", "merge", into, "--run", name)
        return contents(self.folder / into / "fleet.db")

    def outcomes(self, into):
        self.expect(0, "fleet", "merge", into, "--run", "run")
        return {name: (outcome, reason) for name, outcome, reason in
                rows(self.folder / into / "fleet.db", "SELECT name, outcome, reason FROM projects")}


main = program.main
